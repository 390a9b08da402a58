use super::*;
use nres::{Builder, NewEntry, tags};

/// A game folder in the making.
struct Fixture(tempfile::TempDir);

impl Fixture {
    fn new() -> Self {
        let fixture = Self(tempfile::tempdir().unwrap());
        fixture.write("TEXTURES.LIB", &archive_bytes());
        fixture.write("missions/single.01/data.tma", b"mission");
        fixture.write("Data/Maps/SC_3/Land.msh", b"land");
        fixture
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let host = self.path().join(path);
        std::fs::create_dir_all(host.parent().unwrap()).unwrap();
        std::fs::write(host, bytes).unwrap();
    }

    fn open(&self) -> GameFolder {
        GameFolder::open(self.path()).unwrap()
    }
}

fn archive_bytes() -> Vec<u8> {
    let entry = |type_id, name, payload: &'static [u8]| NewEntry {
        type_id,
        attr1: 0,
        attr2: 0,
        attr3: 1,
        name,
        payload: payload.into(),
    };
    let mut builder = Builder::new();
    builder
        .push(entry(tags::TEXM, b"a.0", b"pixels"))
        .push(entry(tags::SWAV, b"empty.wav", b""));
    builder.finish().unwrap()
}

#[test]
fn the_install_test_is_case_blind_and_says_what_is_missing() {
    let fixture = Fixture::new();
    assert_eq!(fixture.open().root(), fixture.path());
    std::fs::remove_file(fixture.path().join("TEXTURES.LIB")).unwrap();
    let message = GameFolder::open(fixture.path()).unwrap_err().to_string();
    assert!(message.ends_with("expected a game folder, found no Textures.lib"));
    // A folder of that name is no library.
    std::fs::create_dir(fixture.path().join("Textures.lib")).unwrap();
    assert!(GameFolder::open(fixture.path()).is_err());
    let none = GameFolder::open(fixture.path().join("none"));
    assert!(matches!(none, Err(Error::NotFound { .. })));
}

#[test]
fn a_game_folder_is_found_from_a_file_upwards() {
    let fixture = Fixture::new();
    let canonical = fixture.path().canonicalize().unwrap();
    for below in ["missions/single.01/data.tma", "Data/Maps", ""] {
        let game = GameFolder::find_upwards(fixture.path().join(below)).unwrap();
        assert_eq!(game.root(), canonical);
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let result = GameFolder::find_upwards(elsewhere.path());
    assert!(matches!(result, Err(Error::NoGameFolderAbove { .. })));
}

#[test]
fn files_are_found_whatever_their_letter_case() {
    let game = Fixture::new();
    let folder = game.open();
    let land = GamePath::parse(b"DATA\\MAPS\\sc_3\\LAND").unwrap();
    let bytes = folder.read(land.with_suffix(b".msh").unwrap()).unwrap();
    assert_eq!(&bytes[..], b"land");
    assert!(!bytes.is_mapped());
    assert!(folder.contains("data/maps"));
    assert!(!folder.contains("data/maps/SC_4"));

    let missing = folder.read("DATA\\MAPS\\SC_4\\land.msh").unwrap_err();
    assert!(missing.is_missing());
    assert_eq!(missing.to_string(), "DATA/MAPS/SC_4/land.msh: not found");
    let through_a_file = folder.read("textures.lib/a.0").unwrap_err();
    assert!(through_a_file.is_missing());
    assert!(matches!(folder.read("data"), Err(Error::NotAFile { .. })));
    let traversal = folder.read("data\\..\\..\\secret").unwrap_err();
    assert_eq!(
        traversal.to_string(),
        "data\\..\\..\\secret: expected a path inside the game folder, found a \"..\" segment"
    );
}

#[test]
fn cyrillic_names_are_found_decoded() {
    let fixture = Fixture::new();
    fixture.write("Data/Бой.txt", b"decoded");
    let game = fixture.open();
    let name = b"data/\xC1\xEE\xE9.TXT";
    assert_eq!(&game.read(name).unwrap()[..], b"decoded");
    // Only ASCII letters fold.
    assert!(game.read(b"data/\xE1\xEE\xE9.txt").is_err());
}

#[cfg(target_os = "linux")]
#[test]
fn cyrillic_names_are_found_as_raw_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let fixture = Fixture::new();
    let name = std::ffi::OsStr::from_bytes(b"\xC1\xEE\xE9.rlb");
    std::fs::write(fixture.path().join(name), archive_bytes()).unwrap();
    let game = fixture.open();
    assert!(game.archive(b"\xC1\xEE\xE9.RLB").is_ok());
    let found = game.archives();
    assert!(
        found
            .items
            .iter()
            .any(|file| file.path.as_bytes() == b"\xC1\xEE\xE9.rlb")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn of_names_that_differ_in_case_the_exact_one_else_the_first_is_taken() {
    let fixture = Fixture::new();
    fixture.write("Data/A.txt", b"first");
    fixture.write("Data/a.txt", b"second");
    let game = fixture.open();
    assert_eq!(&game.read("data/a.txt").unwrap()[..], b"second");
    assert!(game.ambiguities().is_empty());
    assert_eq!(&game.read("data/a.TXT").unwrap()[..], b"first");
    assert_eq!(&game.read("data/a.Txt").unwrap()[..], b"first");
    let ambiguities = game.ambiguities();
    assert_eq!(ambiguities.len(), 1);
    assert!(ambiguities[0].chosen.ends_with("A.txt"));
    assert!(ambiguities[0].to_string().contains(", found also "));
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_the_root_only() {
    use std::os::unix::fs::symlink;
    let fixture = Fixture::new();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret"), b"secret").unwrap();
    let data = fixture.path().join("Data");
    symlink(outside.path(), data.join("out")).unwrap();
    symlink(outside.path().join("secret"), data.join("file")).unwrap();
    symlink("Maps/SC_3", data.join("in")).unwrap();
    symlink("nowhere", data.join("dangling")).unwrap();
    symlink("circle", data.join("circle")).unwrap();
    symlink("..", data.join("up")).unwrap();
    let game = fixture.open();
    assert_eq!(&game.read("data/IN/land.msh").unwrap()[..], b"land");
    assert_eq!(
        &game.read("data/up/data/up/data/in/land.msh").unwrap()[..],
        b"land"
    );
    for path in ["data/out/secret", "data/file", "data/out"] {
        assert!(matches!(game.locate(path), Err(Error::OutsideRoot { .. })));
    }
    assert!(matches!(
        game.read("data/dangling"),
        Err(Error::NotFound { .. })
    ));
    assert!(matches!(
        game.read("data/circle"),
        Err(Error::Unreadable { .. })
    ));
    symlink("../TEXTURES.LIB", data.join("linked.lib")).unwrap();
    let game = fixture.open();
    let direct = game.archive("textures.lib").unwrap();
    assert!(Arc::ptr_eq(
        &direct,
        &game.archive("data/linked.lib").unwrap()
    ));
    // Circles end.
    let found = game.archives();
    assert_eq!(found.items.len(), 2);
    assert_eq!(found.errors.len(), 3);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_file() {
    let fixture = Fixture::new();
    let pipe = fixture.path().join("Data/pipe");
    if std::process::Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .is_ok_and(|status| status.success())
    {
        let game = fixture.open();
        assert!(matches!(
            game.read("data/pipe"),
            Err(Error::NotAFile { .. })
        ));
        assert_eq!(game.archives().items.len(), 1);
    }
}

#[test]
fn archives_open_once_whatever_the_spelling() {
    let fixture = Fixture::new();
    let game = fixture.open();
    let first = game.archive("textures.lib").unwrap();
    assert!(first.bytes().is_mapped());
    let again = game.archive(".\\TEXTURES.lib").unwrap();
    assert!(Arc::ptr_eq(&first, &again));
    assert_eq!(first.name(), "textures.lib");
    assert!(first.path().ends_with("TEXTURES.LIB"));
    assert_eq!(first.payload(0).unwrap(), b"pixels");
}

#[test]
fn threads_share_one_archive() {
    fn shared<T: Send + Sync>(_: &T) {}
    let fixture = Fixture::new();
    let game = fixture.open();
    shared(&game);
    let archives: Vec<Arc<OpenArchive>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| game.archive("Textures.lib").unwrap()))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(
        archives
            .iter()
            .all(|archive| Arc::ptr_eq(archive, &archives[0]))
    );
}

#[test]
fn archives_may_be_copied() {
    let fixture = Fixture::new();
    let game = fixture.open().with_reading(Reading::Copied);
    let archive = game.archive("textures.lib").unwrap();
    assert!(!archive.bytes().is_mapped());
    assert_eq!(archive.payload(0).unwrap(), b"pixels");
}

#[test]
fn entries_missing_empty_and_of_another_type_are_told_apart() {
    let fixture = Fixture::new();
    let archive = fixture.open().archive("Textures.lib").unwrap();
    assert_eq!(
        archive.entry(b"A.0", Some(tags::TEXM)).unwrap(),
        (0, &b"pixels"[..])
    );
    assert_eq!(archive.entry(b"EMPTY.WAV", None).unwrap(), (1, &b""[..]));
    let message = |name: &[u8], type_id| {
        let error = archive.entry(name, type_id).unwrap_err();
        assert!(error.is_missing());
        error.to_string()
    };
    assert_eq!(
        message(b"b.0", None),
        "Textures.lib: entry \"b.0\" not found"
    );
    assert_eq!(
        message(b"a.0", Some(tags::MAT0)),
        "Textures.lib:a.0: expected an entry of type MAT0, found Texm"
    );
}

#[test]
fn an_entry_outside_its_archive_is_unreadable() {
    let fixture = Fixture::new();
    let mut bytes = archive_bytes();
    let size = bytes.len() - 2 * 64 + 0x0C;
    bytes[size] = 99;
    fixture.write("bad.rlb", &bytes);
    let error = fixture
        .open()
        .archive("bad.rlb")
        .unwrap()
        .entry(b"a.0", None)
        .unwrap_err();
    assert!(!error.is_missing());
    assert_eq!(
        error.to_string(),
        "bad.rlb:a.0: offset 0x18: NRes entry 0 \"a.0\": payload: expected bytes within 0x10..0x18, \
         found 99 bytes at 0x10"
    );
}

#[test]
fn archives_are_recognised_by_content() {
    let fixture = Fixture::new();
    fixture.write("Data/any.name", &archive_bytes());
    fixture.write("sprites.lib", b"NL\x00\x01rest");
    fixture.write("text.lib", b"text");
    fixture.write("empty.lib", b"");
    fixture.write("short.lib", b"NRes\x00\x01");
    let game = fixture.open();
    let found = game.archives();
    assert!(found.errors.is_empty());
    let names: Vec<String> = found
        .items
        .iter()
        .map(|file| file.path.to_string())
        .collect();
    assert_eq!(
        names,
        ["Data/any.name", "short.lib", "sprites.lib", "TEXTURES.LIB"]
    );
    assert_eq!(found.items[2].container, Container::RsLi);

    let message = |name: &str| game.archive(name).unwrap_err().to_string();
    assert_eq!(
        message("sprites.lib"),
        "sprites.lib: offset 0x0: expected an NRes archive, found an RsLi library"
    );
    assert_eq!(
        message("text.lib"),
        "text.lib: offset 0x0: expected an NRes archive, found \"text\""
    );
    assert_eq!(
        message("empty.lib"),
        "empty.lib: offset 0x0: expected an NRes archive, found 0 bytes"
    );
    assert_eq!(
        message("short.lib"),
        "short.lib: offset 0x0: NRes header: expected 16 bytes, found 6 remaining"
    );
    assert_eq!(message("none.lib"), "none.lib: not found");
    // A failure is not kept: the archive opens once it is whole.
    fixture.write("short.lib", &archive_bytes());
    assert!(game.archive("short.lib").is_ok());
}

#[test]
fn overrides_win_then_the_mission_then_the_root() {
    let fixture = Fixture::new();
    let overrides = tempfile::tempdir().unwrap();
    let mission = GamePath::parse(b"MISSIONS/Single.01").unwrap();
    fixture.write("sky.wea", b"root");
    let read = |game: &GameFolder| {
        game.read_mission_file(&mission, b"SKY.wea")
            .unwrap()
            .to_vec()
    };
    let with_overrides = |fixture: &Fixture| {
        fixture
            .open()
            .with_overrides(&[overrides.path().to_path_buf()])
            .unwrap()
    };
    assert_eq!(read(&with_overrides(&fixture)), b"root");
    fixture.write("missions/single.01/sky.wea", b"mission");
    assert_eq!(read(&with_overrides(&fixture)), b"mission");
    let host = overrides.path().join("Missions/single.01");
    std::fs::create_dir_all(&host).unwrap();
    std::fs::write(host.join("sky.wea"), b"override").unwrap();
    std::fs::write(host.join("data.tma"), b"other").unwrap();
    let game = with_overrides(&fixture);
    assert_eq!(read(&game), b"override");
    assert_eq!(
        &game.read("missions/single.01/data.tma").unwrap()[..],
        b"other"
    );
    assert_eq!(game.missions().items.len(), 1);
    assert_eq!(game.root(), fixture.path());
    assert!(
        game.read_mission_file(&mission, b"none.cfg")
            .unwrap_err()
            .is_missing()
    );

    // Only *not found* falls through.
    std::fs::create_dir(overrides.path().join("TEXTURES.lib")).unwrap();
    let game = with_overrides(&fixture);
    assert!(matches!(
        game.archive("textures.lib"),
        Err(Error::NotAFile { .. })
    ));
}

#[test]
fn the_part_is_told_by_settings_or_library() {
    let fixture = Fixture::new();
    assert_eq!(fixture.open().part(), Part::One);
    fixture.write("iron_3d.ini", b"sfx_volume=1\r\n CD_VOLUME = 2\r\n");
    assert_eq!(fixture.open().part(), Part::Two);
    fixture.write("iron_3d.ini", b"");
    fixture.write("UI/UI_Factory.lib", b"");
    assert_eq!(fixture.open().part(), Part::Two);
}

#[test]
fn a_folder_of_very_many_files_is_listed_once() {
    let fixture = Fixture::new();
    for index in 0..20_000 {
        fixture.write(&format!("Data/many/f{index}"), b"");
    }
    let game = fixture.open();
    let start = std::time::Instant::now();
    for index in 0..20_000 {
        assert!(game.contains(format!("DATA/MANY/F{index}")));
    }
    assert!(start.elapsed().as_secs() < 10);
}
