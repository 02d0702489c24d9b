//! Texts and values in spans, where somebody asks for them. Keys that this process knows are taken out.

use std::fmt;

use caravan_store::Secrets;
use opentelemetry::KeyValue;
use serde_json::{Value as Json, json};

/// Whether content goes into spans, and what of it does not.
#[derive(Clone, Default)]
pub(super) struct Content {
    secrets: Option<Secrets>,
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Content").field("is_sent", &self.secrets.is_some()).finish()
    }
}

impl Content {
    /// None of it.
    pub(super) fn none() -> Content {
        Content::default()
    }

    /// All of it but these.
    pub(super) fn with(secrets: Secrets) -> Content {
        Content { secrets: Some(secrets) }
    }

    /// A value, as JSON text.
    pub(super) fn value(&self, key: &'static str, value: impl FnOnce() -> Json) -> Option<KeyValue> {
        let secrets = self.secrets.as_ref()?;
        Some(KeyValue::new(key, secrets.out_of(value().to_string())))
    }

    /// One message of a conversation, in the form of the conventions.
    pub(super) fn message(&self, key: &'static str, role: &str, text: &str) -> Option<KeyValue> {
        self.value(key, || json!([{"role": role, "parts": [{"type": "text", "content": text}]}]))
    }
}
