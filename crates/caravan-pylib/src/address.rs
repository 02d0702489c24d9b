//! Addresses of e-mail, as pydantic's `EmailStr` reads them.

use email_address::{EmailAddress, Error, Options};

/// The address in a text, its domain in lower case.
///
/// # Errors
///
/// Why the text is no address; in the words of Python's `email-validator` for the commonest reasons.
///
/// ```
/// assert_eq!(caravan_pylib::address::read("Ann@Example.COM").as_deref(), Ok("Ann@example.com"));
/// let reason = caravan_pylib::address::read("Ann").unwrap_err();
/// assert_eq!(reason, "An email address must have an @-sign.");
/// ```
pub fn read(text: &str) -> Result<String, String> {
    let options = Options {
        minimum_sub_domains: 2,
        allow_domain_literal: false,
        allow_display_text: false,
        ..Options::default()
    };
    let text = text.trim();
    match EmailAddress::parse_with_options(text, options) {
        Ok(address) => Ok(format!("{}@{}", address.local_part(), address.domain().to_lowercase())),
        Err(error) => Err(reason(&error)),
    }
}

fn reason(error: &Error) -> String {
    let words = match error {
        Error::MissingSeparator => "An email address must have an @-sign.",
        Error::LocalPartEmpty => "There must be something before the @-sign.",
        Error::DomainEmpty => "There must be something after the @-sign.",
        Error::DomainTooFew => "The part after the @-sign is not valid. It should have a period.",
        other => return format!("{other}."),
    };
    words.to_owned()
}
