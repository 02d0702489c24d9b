//! Base64 (RFC 4648, the alphabet with `+` and `/`): how bytes stand in JSON.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text of some bytes, padded.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let sextet = (bits >> (18 - 6 * place)) & 63;
            match ALPHABET.get(sextet as usize) {
                Some(letter) if place <= chunk.len() => text.push(char::from(*letter)),
                _ => text.push('='),
            }
        }
    }
    text
}

/// The bytes of a text, with or without its padding; none if it is no base64.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let letters = text.trim_end_matches('=');
    if text.len() - letters.len() > 2 || letters.len() % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::with_capacity(letters.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for letter in letters.bytes() {
        let sextet = ALPHABET.iter().position(|known| *known == letter)?;
        bits = (bits << 6 | sextet as u32) & 0xFF_FFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vectors_of_the_specification_go_both_ways() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
    }

    #[test]
    fn what_is_no_base64_is_refused() {
        for text in ["Z", "Zg===", "Z!==", "Zm9vY"] {
            assert_eq!(decode(text), None, "{text}");
        }
        assert_eq!(decode("Zg").as_deref(), Some(&b"f"[..]));
    }
}
