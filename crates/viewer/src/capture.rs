//! A camera as JSON, as the game's camera was captured (spec page: environment, section 3.4): what Ctrl+C copies,
//! Ctrl+V applies and a dropped file may hold.

use glam::Vec3;
use scene::Camera;
use scene::camera::MAX_PITCH_DEGREES;
use serde::{Deserialize, Serialize};

const SCHEMA: &str = "fparkan-legacy-camera-v1";
/// The far plane of the game's world passes, metres; the viewer itself draws without one.
const FAR: f32 = 700.0;

#[derive(Debug, Serialize, Deserialize)]
struct Capture {
    schema: String,
    /// The bits of the camera matrix, row by row.
    selector0_words: [u32; 16],
    /// Left, top, right, bottom, in pixels.
    viewport: [f32; 4],
    near_plane: f32,
    far_plane: f32,
    /// Across the picture.
    field_of_view_radians: f32,
}

/// The camera as JSON, for a picture of this many pixels.
pub fn write(camera: &Camera, (width, height): (u32, u32)) -> String {
    let (forward, left, up) = (camera.forward(), -camera.right(), camera.up());
    let rows = [
        [forward.x, left.x, up.x, camera.position.x],
        [forward.y, left.y, up.y, camera.position.y],
        [forward.z, left.z, up.z, camera.position.z],
        [0.0, 0.0, 0.0, 1.0],
    ];
    let mut selector0_words = [0; 16];
    for (word, value) in selector0_words.iter_mut().zip(rows.iter().flatten()) {
        *word = value.to_bits();
    }
    let (width, height) = (width.max(1) as f32, height.max(1) as f32);
    let capture = Capture {
        schema: SCHEMA.to_owned(),
        selector0_words,
        viewport: [0.0, 0.0, width, height],
        near_plane: camera.near,
        far_plane: FAR,
        field_of_view_radians: scale_fov(camera.fov, width / height),
    };
    serde_json::to_string_pretty(&capture).unwrap_or_default()
}

/// The camera of a capture: UTF-8 with or without a byte order mark, or UTF-16 with one.
///
/// # Errors
///
/// One line that says what is wrong with it.
pub fn read(bytes: &[u8]) -> Result<Camera, String> {
    let text = decode(bytes)?;
    let capture: Capture =
        serde_json::from_str(&text).map_err(|error| format!("no camera: {error}"))?;
    if capture.schema != SCHEMA {
        return Err(format!(
            "no camera: expected schema {SCHEMA:?}, found {:?}",
            capture.schema
        ));
    }
    let [
        fx,
        lx,
        ux,
        x, //
        fy,
        ly,
        uy,
        y, //
        fz,
        lz,
        uz,
        z, //
        b0,
        b1,
        b2,
        b3,
    ] = capture.selector0_words.map(f32::from_bits);
    let axes = [fx, fy, fz, lx, ly, lz, ux, uy, uz];
    if !axes.iter().chain(&[x, y, z]).all(|v| v.is_finite()) {
        return Err("no camera: expected finite numbers in selector0_words".into());
    }
    if [b0, b1, b2, b3] != [0.0, 0.0, 0.0, 1.0] {
        return Err("no camera: expected 0, 0, 0, 1 in the last row of selector0_words".into());
    }
    let Some(forward) = Vec3::new(fx, fy, fz).try_normalize() else {
        return Err("no camera: expected a direction in selector0_words, found 0, 0, 0".into());
    };
    let [left, top, right, bottom] = capture.viewport;
    let (width, height) = (right - left, bottom - top);
    let across = capture.field_of_view_radians;
    let lens = width > 0.0
        && height > 0.0
        && (width / height).is_finite()
        && across > 0.0
        && across < std::f32::consts::PI
        && capture.near_plane > 0.0
        && capture.far_plane > capture.near_plane;
    if !lens {
        return Err(
            "no camera: expected a viewport, 0 < near < far and a field of view below pi".into(),
        );
    }
    let limit = MAX_PITCH_DEGREES.to_radians();
    Ok(Camera {
        position: Vec3::new(x, y, z),
        yaw: forward.x.atan2(forward.y),
        pitch: forward.z.clamp(-1.0, 1.0).asin().clamp(-limit, limit),
        fov: scale_fov(across, height / width),
        // The viewer's own: a capture's would cut away what stands close.
        ..Camera::default()
    })
}

/// The field of view along the other side of a picture.
fn scale_fov(fov: f32, ratio: f32) -> f32 {
    2.0 * ((fov * 0.5).tan() * ratio).atan()
}

fn decode(bytes: &[u8]) -> Result<String, String> {
    let utf16 = |bytes: &[u8], word: fn([u8; 2]) -> u16| {
        let words: Vec<u16> = bytes.as_chunks().0.iter().map(|pair| word(*pair)).collect();
        String::from_utf16(&words).map_err(|_| "no camera: expected UTF-16 text".to_owned())
    };
    match bytes {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] | rest => std::str::from_utf8(rest)
            .map(str::to_owned)
            .map_err(|_| "no camera: expected UTF-8 text".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera() -> Camera {
        Camera {
            position: Vec3::new(10.0, 20.0, 30.0),
            yaw: 2.0,
            pitch: -0.5,
            ..Camera::default()
        }
    }

    #[track_caller]
    fn same(a: &Camera, b: &Camera) {
        assert!(a.position.distance(b.position) < 1e-4, "{a:?} {b:?}");
        for (a, b) in [(a.yaw, b.yaw), (a.pitch, b.pitch), (a.fov, b.fov)] {
            assert!((a - b).abs() < 1e-5, "{a} {b}");
        }
    }

    /// The matrix of section 3.1: at (10, 20, 30), looking along +Y.
    #[test]
    fn the_matrix_of_the_spec_page() {
        let rows: [f32; 16] = [
            0.0, -1.0, 0.0, 10.0, 1.0, 0.0, 0.0, 20.0, 0.0, 0.0, 1.0, 30.0, 0.0, 0.0, 0.0, 1.0,
        ];
        let json = serde_json::json!({
            "schema": SCHEMA,
            "selector0_words": rows.map(f32::to_bits),
            "viewport": [0, 0, 1024, 768],
            "near_plane": 0.5,
            "far_plane": 700.0,
            "field_of_view_radians": 1.3,
            "anything": "else",
        });
        let read = read(json.to_string().as_bytes()).unwrap();
        let expected = Camera {
            position: Vec3::new(10.0, 20.0, 30.0),
            ..Camera::default()
        };
        same(&read, &expected);
    }

    #[test]
    fn what_is_written_is_read_in_every_encoding() {
        let text = write(&camera(), (1280, 720));
        same(&read(text.as_bytes()).unwrap(), &camera());
        same(
            &read(&[b"\xEF\xBB\xBF", text.as_bytes()].concat()).unwrap(),
            &camera(),
        );
        let wide = |mark: [u8; 2], word: fn(u16) -> [u8; 2]| {
            let text = text.encode_utf16().flat_map(word);
            mark.into_iter().chain(text).collect::<Vec<u8>>()
        };
        same(
            &read(&wide([0xFF, 0xFE], u16::to_le_bytes)).unwrap(),
            &camera(),
        );
        same(
            &read(&wide([0xFE, 0xFF], u16::to_be_bytes)).unwrap(),
            &camera(),
        );
    }

    #[test]
    fn wrong_captures_are_refused() {
        let text = write(&camera(), (1280, 720));
        let nan = f32::NAN.to_bits().to_string();
        for (from, to) in [
            ("camera-v1", "camera-v2"),
            ("1065353216", "0"),
            ("1065353216", nan.as_str()),
            ("720.0", "0.0"),
            ("700.0", "0.1"),
            ("}", ""),
        ] {
            let wrong = text.replacen(from, to, 1);
            assert_ne!(wrong, text, "{from}");
            assert!(read(wrong.as_bytes()).is_err(), "{from} {to}");
        }
        assert!(read(b"").is_err());
        assert!(read(&[0xFF, 0xFE, 0x00]).is_err());
        assert!(read(&[0xC1]).is_err());
    }
}
