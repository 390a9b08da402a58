use super::*;
use clap::CommandFactory;
use clap::error::ErrorKind;

fn parse(line: &str) -> Result<Cli, clap::Error> {
    Cli::read(
        std::iter::once("overfly")
            .chain(line.split_whitespace())
            .map(Into::into),
    )
}

#[test]
fn the_declaration_is_sound() {
    Cli::command().debug_assert();
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in Cli::command().get_subcommands() {
        let help = command
            .get_after_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        assert!(help.contains("Example"), "{}", command.get_name());
        assert!(
            help.contains(&format!("overfly {}", command.get_name())),
            "{help}"
        );
        let error = parse(&format!("{} --help", command.get_name())).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DisplayHelp);
    }
}

#[test]
fn no_command_is_the_window() {
    let cli = parse("tutorial.01 --game /games/parkan --fov 70").unwrap();
    assert!(cli.command.is_none());
    let window = cli.window;
    let target = window.target.target.unwrap();
    assert_eq!(target, "tutorial.01");
    assert_eq!(window.view.fov, Some(70.0));
    assert!(parse("").unwrap().window.target.target.is_none());
}

#[test]
fn negative_numbers_are_taken_as_they_stand() {
    let cli = parse("shot --camera -1,-2,3.5,-90,-10 -o x.png").unwrap();
    let Some(Command::Shot(shot)) = cli.command else {
        panic!("no shot")
    };
    let camera = shot.view.camera.unwrap().camera();
    assert_eq!(camera.position.to_array(), [-1.0, -2.0, 3.5]);

    let cli = parse("heights --game G tutorial.01 -12.5,40 3,-4").unwrap();
    let Some(Command::Heights(heights)) = cli.command else {
        panic!("no heights")
    };
    let expected = ["tutorial.01", " -12.5,40", "3,-4"];
    assert_eq!(heights.target_and_points, expected);
    assert!(heights.game.game.is_some());
}

#[test]
fn negative_values_reach_their_options() {
    for (option, expected) in [
        ("--time -5", "seconds"),
        ("--fov -5", "degrees"),
        ("--look-at -1", "index"),
        ("--sky-time -1:00", "HH:MM"),
        ("--material-phase -1", "-1 is not in"),
        ("--size -1x5", "WxH"),
        ("--state -1", "-1 is not in"),
        ("--frames -1..3", "A..B"),
    ] {
        let error = parse(&format!("shot -o x.png {option}")).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert!(error.to_string().contains(expected), "{option}: {error}");
    }
}

#[test]
fn options_may_follow_the_points() {
    let cli = parse("heights -1,2 - --game G -v").unwrap();
    let Some(Command::Heights(heights)) = cli.command else {
        panic!("no heights")
    };
    assert_eq!(heights.target_and_points, [" -1,2", "-"]);
    assert!(heights.game.game.is_some());
    assert_eq!(heights.verbosity.verbose, 1);
}

#[test]
fn wrong_values_are_refused() {
    for line in [
        "shot",
        "shot -o x.png --state 3",
        "shot -o x.png --lod 5",
        "shot -o x.png --fov 5",
        "shot -o x.png --msaa 3",
        "shot -o x.png --size 0x10",
        "shot -o x.png --size 10",
        "shot -o x.png --time -1",
        "shot -o x.png --time inf",
        "shot -o x.png --camera 1,2,3",
        "shot -o x.png --camera 1,2,3,4,nan",
        "shot -o x.png --camera 1,2,3,4,5 --bookmark 1",
        "shot -o x.png --bookmark 0",
        "shot -o x.png --frames 5..5",
        "shot -o x.png --sky-time 24:00",
        "shot -o x.png --view sideways",
        "shot -o x.png --static-animation-frame 65536",
        "shot a -o x.png --mission b",
        "poses --format text",
        "--fov 60 shot -o x.png",
        "bench --frames 0",
        "heights",
    ] {
        let error = parse(line).expect_err(line);
        assert_eq!(error.exit_code(), 2, "{line}");
    }
}

#[test]
fn the_options_of_every_viewing_command_are_the_same() {
    let options = |name: &str| {
        let command = Cli::command();
        let command = if name.is_empty() {
            command
        } else {
            command.find_subcommand(name).cloned().unwrap()
        };
        let mut names: Vec<_> = command
            .get_arguments()
            .filter(|a| a.get_help_heading() == Some("View"))
            .map(|a| a.get_id().to_string())
            .collect();
        names.sort();
        names
    };
    let shot = options("shot");
    assert!(shot.len() >= 20, "{shot:?}");
    for name in ["", "poses", "bench"] {
        assert_eq!(options(name), shot, "{name}");
    }
}

#[test]
fn commands_that_are_not_there_take_anything() {
    let cli = parse("inspect fortif.rlb:bunker.msh --format hex").unwrap();
    assert!(matches!(cli.command, Some(Command::Inspect(_))));
}
