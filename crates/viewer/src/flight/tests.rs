use super::*;

fn flight(smoothing: f32) -> Flight {
    Flight::new(
        Camera::default(),
        Handling {
            smoothing,
            ease: 0.0,
            ..Handling::default()
        },
    )
}

fn forward() -> Wish {
    Wish {
        forward: 1.0,
        ..Wish::default()
    }
}

#[track_caller]
fn close(a: Vec3, b: Vec3) {
    assert!(a.distance(b) < 1e-4, "{a} {b}");
}

#[test]
fn forward_is_north_and_twenty_metres_a_second() {
    let mut flight = flight(0.0);
    flight.advance(&forward(), 0.5);
    close(flight.camera().position, Vec3::new(0.0, 10.0, 0.0));
    flight.advance(&Wish::default(), 0.5);
    close(flight.camera().position, Vec3::new(0.0, 10.0, 0.0));
}

#[test]
fn diagonals_are_no_faster_and_shift_and_ctrl_change_the_pace() {
    let all = Wish {
        forward: 1.0,
        right: 1.0,
        up: 1.0,
        ..Wish::default()
    };
    for (fast, slow, metres) in [
        (false, false, 20.0),
        (true, false, 80.0),
        (false, true, 5.0),
        (true, true, 20.0),
    ] {
        let mut flight = flight(0.0);
        flight.advance(&Wish { fast, slow, ..all }, 1.0);
        assert!((flight.camera().position.length() - metres).abs() < 1e-3);
    }
}

#[test]
fn up_is_up_in_the_world_wherever_the_camera_looks() {
    let mut flight = flight(0.0);
    flight.look(300.0, 700.0);
    let up = Wish {
        up: 1.0,
        ..Wish::default()
    };
    flight.advance(&up, 1.0);
    close(flight.camera().position, Vec3::Z * 20.0);
}

#[test]
fn smoothed_movement_does_not_depend_on_the_frame_rate() {
    let way = |frames: u32| {
        let mut flight = flight(SMOOTHING);
        for _ in 0..frames {
            flight.advance(&forward(), 0.5 / frames as f32);
        }
        flight.camera().position.y
    };
    let (coarse, fine) = (way(1), way(500));
    assert!((coarse - fine).abs() < 1e-2, "{coarse} {fine}");
    // It lags by the time constant once it has its full speed.
    assert!((coarse - 20.0 * (0.5 - SMOOTHING)).abs() < 0.02);
}

#[test]
fn it_coasts_to_a_standstill() {
    let mut flight = flight(SMOOTHING);
    flight.advance(&forward(), 1.0);
    assert!(flight.is_moving());
    for _ in 0..120 {
        flight.advance(&Wish::default(), 1.0 / 60.0);
    }
    assert!(!flight.is_moving());
}

#[test]
fn a_count_of_the_mouse_is_a_tenth_of_a_degree() {
    let mut flight = flight(0.0);
    flight.look(100.0, -50.0);
    let camera = flight.camera();
    assert!((camera.yaw.to_degrees() - 10.0).abs() < 1e-4);
    assert!((camera.pitch.to_degrees() - 5.0).abs() < 1e-4);
    flight.handling.invert = true;
    flight.handling.sensitivity = 0.5;
    flight.look(0.0, 100.0);
    assert!((flight.camera().pitch.to_degrees() - 10.0).abs() < 1e-4);
}

#[test]
fn yaw_wraps_and_pitch_stops() {
    let mut flight = flight(0.0);
    flight.look(1900.0, -99_999.0);
    assert!((flight.camera().yaw.to_degrees() + 170.0).abs() < 1e-3);
    assert!((heading_degrees(&flight.camera()) - 190.0).abs() < 1e-3);
    assert!((flight.camera().pitch.to_degrees() - 89.9).abs() < 1e-3);
    flight.look(0.0, 99_999.0);
    assert!((flight.camera().pitch.to_degrees() + 89.9).abs() < 1e-3);
}

#[test]
fn the_wheel_changes_the_speed_within_its_range() {
    let mut flight = flight(0.0);
    flight.wheel(1.0);
    assert!((flight.speed() - 22.0).abs() < 1e-4);
    flight.wheel(-1000.0);
    assert_eq!(flight.speed(), 1.0);
    flight.wheel(1000.0);
    assert_eq!(flight.speed(), 1000.0);
}

#[test]
fn the_field_of_view_has_a_range_a_default_and_a_zoom() {
    let mut flight = flight(0.0);
    flight.wheel_fov(1000.0);
    assert!((flight.fov_degrees() - 20.0).abs() < 1e-4);
    flight.wheel_fov(-1000.0);
    assert!((flight.fov_degrees() - 110.0).abs() < 1e-4);
    flight.reset_fov();
    assert!((flight.fov_degrees() - 59.38).abs() < 0.01);
    flight.set_zoom(true);
    assert!((flight.camera().fov.to_degrees() - 59.38 / 4.0).abs() < 0.01);
    assert!((flight.resting_camera().fov.to_degrees() - 59.38).abs() < 0.01);
    flight.look(100.0, 0.0);
    assert!((flight.camera().yaw.to_degrees() - 2.5).abs() < 1e-4);
}

#[test]
fn framing_keeps_the_direction() {
    let mut flight = flight(0.0);
    flight.look(900.0, 0.0);
    flight.frame(Vec3::new(100.0, 50.0, 5.0), 10.0);
    close(flight.camera().position, Vec3::new(72.0, 50.0, 5.0));
    flight.frame_from_above(Vec3::ZERO, 100.0);
    assert!((flight.camera().pitch.to_degrees() + 45.0).abs() < 1e-4);
    let seen = flight.camera().view().transform_point3(Vec3::ZERO);
    assert!(seen.x.abs() < 1e-2 && seen.y.abs() < 1e-2 && (seen.z - 280.0).abs() < 1e-2);
}

#[test]
fn orbiting_keeps_the_distance_and_the_pivot_in_the_middle() {
    let mut flight = flight(0.0);
    let pivot = Vec3::new(30.0, 40.0, 0.0);
    flight.orbit(pivot);
    for _ in 0..10 {
        flight.look(123.0, 45.0);
        let seen = flight.camera().view().transform_point3(pivot);
        assert!(seen.x.abs() < 1e-3 && seen.y.abs() < 1e-3);
        assert!((seen.z - 50.0).abs() < 1e-3, "{seen}");
    }
    flight.wheel(1.0);
    let distance = flight.camera().position.distance(pivot);
    assert!((distance - 50.0 / 1.1).abs() < 1e-3);
    assert_eq!(flight.speed(), DEFAULT_SPEED);
    flight.end_orbit();
    flight.wheel(1.0);
    assert!((flight.speed() - 22.0).abs() < 1e-4);
}

#[test]
fn panning_moves_the_pivot_with_the_mouse() {
    let mut flight = flight(0.0);
    flight.orbit(Vec3::Y * 10.0);
    // 720 pixels are the height of the picture at the pivot
    let height = 2.0 * 10.0 * (DEFAULT_FOV_RADIANS / 2.0).tan();
    flight.pan(0.0, 720.0, 720.0);
    close(flight.camera().position, Vec3::Z * height);
    flight.pan(720.0, 0.0, 720.0);
    close(flight.camera().position, Vec3::new(-height, 0.0, height));
}

#[test]
fn the_ground_holds_the_camera_up() {
    let mut flight = flight(0.0);
    flight.keep_above(-5.0);
    assert_eq!(flight.camera().position.z, 0.0);
    flight.keep_above(7.0 + EYE_HEIGHT);
    assert_eq!(flight.camera().position.z, 8.8);
}

#[test]
fn the_way_to_a_bookmark_takes_a_third_of_a_second_and_the_short_turn() {
    let mut flight = Flight::new(Camera::default(), Handling::default());
    flight.look(-1700.0, 0.0);
    let target = Camera {
        position: Vec3::new(0.0, 0.0, 100.0),
        yaw: 170_f32.to_radians(),
        ..Camera::default()
    };
    flight.go_to(target);
    flight.advance(&Wish::default(), 0.15);
    let half = flight.camera();
    close(half.position, Vec3::Z * 50.0);
    assert!((half.yaw.to_degrees().abs() - 180.0).abs() < 1e-3);
    flight.advance(&Wish::default(), 0.2);
    assert_eq!(flight.camera(), target);
    assert!(!flight.is_moving());
    // A key takes over at once.
    flight.go_to(Camera::default());
    flight.advance(&forward(), 0.01);
    assert!((flight.camera().position.z - 100.0).abs() < 1.0);
}
