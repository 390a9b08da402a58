//! The spec page's complete example, the validation table, and hostile bytes.

use crate::*;
use proptest::prelude::*;

/// Spec page: texm, section 10.
const EXAMPLE: [u8; 68] = [
    0x54, 0x65, 0x78, 0x6D, 0x02, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00,
    0x00, //
    0x20, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xB8, 0x22, 0x00,
    0x00, //
    0x40, 0x11, 0x22, 0x33, 0x00, 0x00, 0xFF, 0xFF, //
    0x00, 0xFF, 0x00, 0x80, 0xFF, 0x00, 0x00, 0x00, //
    0x4F, 0x44, 0x48, 0x6C, //
    0x50, 0x61, 0x67, 0x65, 0x01, 0x00, 0x00, 0x00, //
    0x01, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02, 0x00,
];

const EXAMPLE_RGBA: [u8; 16] = [
    34, 17, 64, 51, 255, 0, 0, 255, //
    0, 255, 0, 128, 0, 0, 255, 0,
];

const STRICT: ReadOptions<'_> = ReadOptions {
    strict: true,
    external_palette: None,
};

fn checks(payload: &[u8]) -> Vec<Check> {
    let texture = Texm::parse(payload).unwrap();
    assert_eq!(texture.write(), payload);
    texture.warnings().iter().map(|w| w.check).collect()
}

fn header(width: u32, height: u32, mip_count: u32, format: u32) -> Header {
    Header {
        magic: MAGIC,
        width,
        height,
        mip_count,
        flags4: 0,
        flags5: 0,
        unknown6: 0,
        format,
    }
}

fn payload(header: Header, body: usize) -> Vec<u8> {
    let mut payload = bytemuck::bytes_of(&header).to_vec();
    payload.resize(payload.len() + body, 7);
    payload
}

#[test]
fn the_complete_example_reads() {
    let texture = Texm::parse_with(&EXAMPLE, &STRICT).unwrap();
    assert_eq!((texture.width(), texture.height()), (2, 2));
    assert_eq!(texture.header().flags4, 32);
    assert_eq!(texture.format(), PixelFormat::Argb8888);
    assert_eq!(texture.level_count(), 2);
    assert_eq!(texture.decode_mip(0).unwrap(), EXAMPLE_RGBA);
    assert_eq!(texture.decode_mip(1).unwrap(), [72, 68, 79, 108]);
    assert_eq!(texture.header().level_offset(2), Some(52));
    let uv = texture.page_uv(0).unwrap();
    assert_eq!([uv.u0, uv.du, uv.v0, uv.dv], [0.5, 0.5, 0.0, 1.0]);
    assert_eq!(texture.page_uv(1), None);
    assert!(texture.header().has_alpha_surface());
    assert!(texture.has_alpha());
    assert_eq!(texture.warnings(), []);
    assert_eq!(texture.write(), EXAMPLE);
    assert_eq!(texture.clone().into_owned(), texture);
}

#[test]
fn the_complete_example_writes() {
    let options = EncodeOptions {
        mip_count: 2,
        flags4: 32,
        pages: vec![PageRect {
            x: 1,
            width: 1,
            y: 0,
            height: 2,
        }],
        ..EncodeOptions::new(PixelFormat::Argb8888)
    };
    let texture = Texm::encode(2, 2, &EXAMPLE_RGBA, &options).unwrap();
    assert_eq!(texture.write(), EXAMPLE);
}

#[test]
fn level_offsets() {
    let offsets = |header: Header, levels| -> Vec<u64> {
        (0..=levels)
            .map(|level| header.level_offset(level).unwrap())
            .collect()
    };
    assert_eq!(
        offsets(header(256, 256, 7, 8888), 7),
        [32, 262176, 327712, 344096, 348192, 349216, 349472, 349536]
    );
    assert_eq!(
        offsets(header(128, 64, 4, 565), 4),
        [32, 16416, 20512, 21536, 21792]
    );
    assert_eq!(offsets(header(3, 2, 3, 8888), 3), [32, 56, 60, 64]);
    assert_eq!(offsets(header(64, 64, 1, 0), 1), [1056, 5152]);
    assert_eq!(header(3, 2, 3, 8888).level_size(1), (1, 1));
    assert_eq!(header(1, 1, 1, 3).level_offset(0), None);
}

#[test]
fn a_chain_may_go_on_past_one_texel() {
    let payload = payload(header(3, 2, 3, 8888), 32);
    let texture = Texm::parse_with(&payload, &STRICT).unwrap();
    assert_eq!(texture.level_count(), 2);
    assert_eq!(checks(&payload), [Check::ExtraLevels]);
    assert_eq!(texture.decode_full_chain().len(), 2);
}

#[test]
fn the_full_chain_is_stored_levels_then_generated_ones() {
    let mut bytes = payload(header(8, 4, 2, 8888), 128);
    bytes.extend([9, 9, 9, 9].repeat(8));
    let chain = Texm::parse(&bytes).unwrap().decode_full_chain();
    let sizes: Vec<_> = chain.iter().map(|l| (l.width, l.height)).collect();
    assert_eq!(sizes, [(8, 4), (4, 2), (2, 1), (1, 1)]);
    assert_eq!(chain[0].rgba, [7; 128]);
    for level in &chain[1..] {
        let len = level.width * level.height * 4;
        assert_eq!(level.rgba, vec![9; len as usize]);
    }
}

#[test]
fn what_no_reading_forgives() {
    for (bytes, offset, what) in [
        (EXAMPLE[..31].to_vec(), 0, "Texm header"),
        (
            payload(
                Header {
                    magic: *b"TexM",
                    ..header(1, 1, 1, 888)
                },
                4,
            ),
            0,
            "magic",
        ),
        (payload(header(0, 1, 1, 888), 4), 4, "width"),
        (payload(header(1, 0, 1, 888), 4), 8, "height"),
        (payload(header(8193, 1, 1, 0), 9999), 4, "width"),
        (payload(header(8192, 8192, 2, 8888), 0), 4, "size"),
        (payload(header(1, 1, 1, 1), 4), 0x1C, "format"),
        (payload(header(1, 1, 1, 0), 1023), 32, "palette"),
        (payload(header(2, 2, 1, 565), 7), 32, "level 0"),
    ] {
        let error = Texm::parse(&bytes).unwrap_err();
        assert_eq!((error.offset, &*error.what), (offset, what));
    }
}

#[test]
fn what_a_tolerant_reading_forgives() {
    let page = |count: u8, rects: &[[i16; 4]], more: usize| {
        let mut bytes = payload(header(8, 4, 1, 88), 64);
        bytes.extend(*b"Page");
        bytes.extend([count, 0, 0, 0]);
        bytes.extend(bytemuck::cast_slice::<_, u8>(rects));
        bytes.resize(bytes.len() + more, 0);
        bytes
    };
    let fade = Header {
        flags5: FLAGS5_FADE_PALETTE,
        ..header(1, 1, 1, 8888)
    };
    for (bytes, check, strict_offset) in [
        (payload(header(1, 1, 0, 565), 2), Check::NoMips, Some(0x0C)),
        (
            payload(header(4, 4, 2, 565), 39),
            Check::TruncatedLevel,
            Some(64),
        ),
        (
            payload(header(1, 1, 1, 565), 3),
            Check::UnknownTail,
            Some(34),
        ),
        (
            payload(header(1, 1, 1, 565), 12),
            Check::UnknownTail,
            Some(34),
        ),
        (page(2, &[[0, 1, 0, 1]], 3), Check::PageSize, Some(100)),
        (page(0, &[[0, 1, 0, 1]], 0), Check::PageSize, Some(100)),
        (
            page(2, &[[0, 1, 0, 1], [7, 2, 0, 1]], 0),
            Check::PageRect,
            Some(112),
        ),
        (payload(header(1, 1, 1, 2), 1), Check::NoPalette, Some(0x1C)),
        (payload(fade, 4), Check::FadePalette, None),
        (payload(header(1, 1, 2, 8888), 8), Check::ExtraLevels, None),
    ] {
        assert_eq!(checks(&bytes), [check]);
        let strict = Texm::parse_with(&bytes, &STRICT);
        assert_eq!(strict.err().map(|e| e.offset), strict_offset, "{check:?}");
    }
    let broken = page(2, &[[9, 1, 0, 1], [7, 2, -1, 2]], 0);
    let texture = Texm::parse(&broken).unwrap();
    assert_eq!(texture.page(0), None);
    let rest = PageRect {
        x: 7,
        width: 1,
        y: 0,
        height: 1,
    };
    assert_eq!(texture.page(1), Some(rest));
}

#[test]
fn a_truncated_level_leaves_the_complete_ones() {
    let bytes = payload(header(4, 4, 3, 565), 41);
    let texture = Texm::parse(&bytes).unwrap();
    assert_eq!(texture.level_count(), 2);
    assert_eq!(texture.decode_full_chain().len(), 3);
}

#[test]
fn an_endless_mip_count_costs_nothing() {
    let bytes = payload(header(1, 1, u32::MAX, 0), 1024 + 9);
    assert_eq!(checks(&bytes), [Check::ExtraLevels, Check::TruncatedLevel]);
    assert_eq!(Texm::parse(&bytes).unwrap().level_count(), 1);
}

#[test]
fn an_external_palette_is_used_when_given() {
    let mut palette = Palette::GREY;
    palette.0[7] = [1, 2, 3, 0];
    let bytes = payload(header(1, 1, 1, 2), 1);
    let options = ReadOptions {
        strict: true,
        external_palette: Some(&palette),
    };
    let texture = Texm::parse_with(&bytes, &options).unwrap();
    assert_eq!(texture.decode_mip(0).unwrap(), [3, 2, 1, 255]);
    assert_eq!(texture.write(), bytes);
}

#[test]
fn silhouettes() {
    let rgba: Vec<u8> = (0..64).flat_map(|i| [0, 99, 0, [0, 255][i % 2]]).collect();
    let encode = |format| {
        Texm::encode(8, 8, &rgba, &EncodeOptions::new(format))
            .unwrap()
            .alpha_stats()
    };
    assert!(encode(PixelFormat::Argb4444).is_silhouette());
    assert!(encode(PixelFormat::Argb8888).is_silhouette());
    assert!(!encode(PixelFormat::Rgb565).is_silhouette());
}

#[test]
fn many_colours_become_a_palette() {
    let rgba: Vec<u8> = (0..64 * 64u32)
        .flat_map(|i| [(i % 64 * 4) as u8, (i / 64 * 4) as u8, 128, 255])
        .collect();
    let options = EncodeOptions {
        mip_count: 3,
        ..EncodeOptions::new(PixelFormat::Indexed8)
    };
    let texture = Texm::encode(64, 64, &rgba, &options).unwrap();
    assert_eq!(texture.level_count(), 3);
    let off = |level, wanted: &[u8]| -> u32 {
        let decoded = texture.decode_mip(level).unwrap();
        assert_eq!(decoded.len(), wanted.len());
        let total: u32 = decoded
            .iter()
            .zip(wanted)
            .map(|(a, b)| u32::from(a.abs_diff(*b)))
            .sum();
        total / wanted.len() as u32
    };
    assert!(off(0, &rgba) < 8);
    assert!(off(2, &smaller_level(&rgba, (64, 64), 2)) < 8);
    assert!(!texture.level(0).unwrap().bytes.contains(&0));
}

#[test]
fn fonts_keep_their_ground_at_index_0() {
    let rgba = [1, 1, 1, 0, 200, 100, 50, 255];
    let options = EncodeOptions {
        flags5: FLAGS5_ALPHA_SURFACE,
        ..EncodeOptions::new(PixelFormat::Indexed8)
    };
    let texture = Texm::encode(2, 1, &rgba, &options).unwrap();
    assert!(texture.has_alpha());
    assert_eq!(texture.level(0).unwrap().bytes, [0, 1]);
    assert_eq!(
        texture.decode_mip(0).unwrap(),
        [0, 0, 0, 0, 200, 100, 50, 255]
    );
}

#[test]
fn what_cannot_be_encoded() {
    let options = EncodeOptions::new(PixelFormat::Rgb565);
    let encode = |width, height, rgba: &[u8], options| Texm::encode(width, height, rgba, options);
    assert!(matches!(
        encode(2, 2, &[0; 15], &options),
        Err(EncodeError::WrongSize { expected: 16, .. })
    ));
    assert!(matches!(
        encode(0, 2, &[], &options),
        Err(EncodeError::Header(_))
    ));
    let pages = EncodeOptions {
        pages: vec![PageRect {
            x: 1,
            width: 2,
            y: 0,
            height: 1,
        }],
        ..options
    };
    assert_eq!(
        encode(2, 1, &[0; 8], &pages),
        Err(EncodeError::Page { index: 0 })
    );
}

/// Reads hostile bytes in every way there is.
fn survive(bytes: &[u8]) {
    let _ = Texm::parse_with(bytes, &STRICT);
    let Ok(texture) = Texm::parse(bytes) else {
        return;
    };
    assert_eq!(texture.write(), bytes);
    let chain = texture.decode_full_chain();
    assert_eq!(chain.len(), texture.header().full_mip_count() as usize);
    texture.alpha_stats();
    for index in 0..texture.page_rects().len() {
        texture.page_uv(index);
    }
}

#[test]
fn hostile_bytes() {
    let mut fixtures = vec![EXAMPLE.to_vec(), payload(header(1, 1, u32::MAX, 0), 1030)];
    for format in PixelFormat::ALL {
        let options = EncodeOptions {
            mip_count: 3,
            pages: vec![
                PageRect {
                    x: 0,
                    width: 2,
                    y: 1,
                    height: 2
                };
                2
            ],
            ..EncodeOptions::new(format)
        };
        let texture = Texm::encode(5, 3, &[77; 60], &options).unwrap();
        fixtures.push(texture.write());
    }
    for fixture in fixtures {
        for length in 0..fixture.len() {
            survive(&fixture[..length]);
        }
        for position in 0..fixture.len().min(512) {
            for bit in 0..8 {
                let mut bytes = fixture.clone();
                bytes[position] ^= 1 << bit;
                survive(&bytes);
            }
            let mut bytes = fixture.clone();
            bytes[position] ^= 0xFF;
            survive(&bytes);
        }
    }
}

proptest! {
    #[test]
    fn what_is_read_is_written(
        (width, height, mip_count) in (1u32..9, 1u32..9, 0u32..7),
        flags in any::<[u32; 3]>(),
        format in 0usize..8,
        body in prop::collection::vec(any::<u8>(), 0..2000),
    ) {
        let header = Header {
            flags4: flags[0],
            flags5: flags[1],
            unknown6: flags[2],
            ..header(width, height, mip_count, PixelFormat::ALL[format].code())
        };
        let mut bytes = bytemuck::bytes_of(&header).to_vec();
        bytes.extend(body);
        survive(&bytes);
    }

    #[test]
    fn what_is_encoded_decodes_alike(
        (width, height) in (1u32..7, 1u32..7),
        texels in prop::collection::vec(any::<[u8; 4]>(), 36),
        mip_count in 0u32..9,
        pages in 0usize..3,
    ) {
        let rgba = &texels.as_flattened()[..(width * height * 4) as usize];
        for format in PixelFormat::ALL {
            let rect = PageRect { x: 0, width: width as i16, y: 0, height: 1 };
            let options = EncodeOptions {
                mip_count,
                pages: vec![rect; pages],
                ..EncodeOptions::new(format)
            };
            let texture = Texm::encode(width, height, rgba, &options).unwrap();
            let bytes = texture.write();
            prop_assert_eq!(&Texm::parse(&bytes).unwrap(), &texture);

            let decoded = texture.decode_mip(0).unwrap();
            let tolerance = match format {
                PixelFormat::Rgb565 | PixelFormat::Rgb556 => 5,
                PixelFormat::Argb4444 => 9,
                PixelFormat::Indexed8 | PixelFormat::Xrgb8888 | PixelFormat::Argb8888 => 0,
                PixelFormat::A8L8 | PixelFormat::IndexedExternal8 => 255,
            };
            for (wanted, got) in rgba.as_chunks::<4>().0.iter().zip(decoded.as_chunks::<4>().0) {
                for (wanted, got) in wanted.iter().zip(got).take(3) {
                    prop_assert!(wanted.abs_diff(*got) <= tolerance, "{:?}", format);
                }
            }

            // Its own decoded texels encode to the same texels again.
            let again = Texm::encode(width, height, &decoded, &options).unwrap();
            prop_assert_eq!(again.level(0), texture.level(0));
        }
    }
}
