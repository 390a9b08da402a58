//! `descr` and `mistips.mis`: the title and the briefing text (spec page: mission, section 1.5).

use std::collections::HashSet;

/// The title of a mission: all of `descr`, without white space around it.
pub fn title(descr: &[u8]) -> String {
    wire::decode_cp1251(descr.trim_ascii())
}

/// A briefing text with `<<name=value>>` tags.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mistips {
    /// Text and tags, in order.
    pub pieces: Vec<Piece>,
}

/// A piece of the markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Plain text; its line ends are white space.
    Text(String),
    /// What stands between `<<` and `>>`.
    Tag(String),
}

/// A stretch of one colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// R, G, B, 0 to 255; `None` before the first `color` tag.
    pub colour: Option<[u8; 3]>,
    /// Without line ends.
    pub text: String,
}

impl Mistips {
    /// Reads the markup; every text is readable. A `<<` that is never closed is text.
    pub fn parse(bytes: &[u8]) -> Self {
        let text = wire::decode_cp1251(bytes);
        let mut rest = text.as_str();
        let mut pieces = Vec::new();
        let plain = |text: &str| (!text.is_empty()).then(|| Piece::Text(text.to_owned()));
        while let Some((before, after)) = rest.split_once("<<") {
            let Some((tag, after)) = after.split_once(">>") else {
                break;
            };
            pieces.extend(plain(before));
            pieces.push(Piece::Tag(tag.to_owned()));
            rest = after;
        }
        pieces.extend(plain(rest));
        Self { pieces }
    }

    /// The bytes of the file; of an unedited one, the bytes it was read from. A character that Windows-1251 lacks
    /// becomes `?`.
    pub fn write(&self) -> Vec<u8> {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(plain) => text += plain,
                Piece::Tag(tag) => text += &format!("<<{tag}>>"),
            }
        }
        crate::LpString::from(text.as_str()).0
    }

    /// The text for the screen, by lines, and the tags that have no meaning here (each once).
    ///
    /// `interleave`, the delay of the typewriter, is dropped silently.
    pub fn lines(&self) -> (Vec<Vec<Span>>, Vec<&str>) {
        let mut lines = Vec::new();
        let mut line: Vec<Span> = Vec::new();
        let mut seen = HashSet::new();
        let mut unknown = Vec::new();
        let mut colour = None;
        for piece in &self.pieces {
            let tag = match piece {
                Piece::Text(text) => {
                    let text = one_line(text, line.is_empty());
                    if !text.is_empty() {
                        line.push(Span { colour, text });
                    }
                    continue;
                }
                Piece::Tag(tag) => tag.as_str(),
            };
            let (name, value) = tag.split_once('=').unwrap_or((tag, ""));
            let name = name.trim();
            if name.eq_ignore_ascii_case("br") {
                lines.push(std::mem::take(&mut line));
            } else if name.eq_ignore_ascii_case("color") && rgb(value).is_some() {
                colour = rgb(value);
            } else if !name.eq_ignore_ascii_case("interleave") && seen.insert(tag) {
                unknown.push(tag);
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        (lines, unknown)
    }
}

fn rgb(value: &str) -> Option<[u8; 3]> {
    let mut numbers = value.split(',').map(|number| number.trim().parse().ok());
    let rgb = [numbers.next()??, numbers.next()??, numbers.next()??];
    numbers.next().is_none().then_some(rgb)
}

/// Every run of white space is one blank, and there is none at the start of a line.
fn one_line(text: &str, at_start: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = at_start;
    for c in text.chars() {
        let white = c.is_ascii_whitespace();
        if !(white && blank) {
            out.push(if white { ' ' } else { c });
        }
        blank = white;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn span(colour: Option<[u8; 3]>, text: &str) -> Span {
        Span {
            colour,
            text: text.into(),
        }
    }

    #[test]
    fn titles_are_windows_1251() {
        assert_eq!(title(b"\r\n\xC1\xEE\xE9 1\r\n"), "Бой 1");
    }

    #[test]
    fn tags_colour_and_break_the_text() {
        let bytes = b"<<interleave=20>>\r\nGo\r\nnorth.<<br>><<color=255,0, 16>>\r\n \xC1\xEE\xE9\
            <<blink>>!<<blink>><<br>><<color=1,2>> <<open";
        let mistips = Mistips::parse(bytes);
        assert_eq!(mistips.write(), bytes);
        let (lines, unknown) = mistips.lines();
        let red = Some([255, 0, 16]);
        assert_eq!(
            lines,
            [
                vec![span(None, "Go north.")],
                vec![span(red, "Бой"), span(red, "!")],
                vec![span(red, "<<open")],
            ]
        );
        assert_eq!(unknown, ["blink", "color=1,2"]);
    }

    proptest! {
        #[test]
        fn any_text_comes_back(bytes in prop::collection::vec(
            prop_oneof![any::<u8>(), prop::sample::select(b"<<>>=br,".to_vec())], 0..80
        )) {
            let mistips = Mistips::parse(&bytes);
            prop_assert_eq!(mistips.write(), bytes);
            let _ = mistips.lines();
        }
    }
}
