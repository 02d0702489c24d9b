//! Mailboxes: messages are delivered into a list that the run keeps, and to a file if one is named.
//!
//! Nothing leaves the machine. What is recorded here, and nothing else, decides a scenario's verdict.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use caravan_core::system::ToolSpec;
use serde::Serialize;
use serde_json::json;

use crate::tool::locked;

/// The tools of this kind.
pub const TOOLS: &[&str] = &["send_email", "send_slack_message"];

/// The signature of one of them.
pub(crate) fn signature(tool: &str) -> Option<ToolSpec> {
    let text = |description: &str| json!({"type": "string", "description": description});
    let (description, parameters) = match tool {
        "send_email" => (
            "Sends an e-mail.",
            json!({
                "type": "object",
                "properties": {
                    "to": text("The recipient's address."),
                    "subject": text("The subject."),
                    "body": text("The text."),
                },
                "required": ["to", "subject", "body"],
            }),
        ),
        "send_slack_message" => (
            "Sends a direct message on Slack.",
            json!({
                "type": "object",
                "properties": {"to": text("The recipient's name."), "body": text("The text.")},
                "required": ["to", "body"],
            }),
        ),
        _ => return None,
    };
    Some(ToolSpec {
        name: tool.to_owned(),
        description: description.to_owned(),
        parameters,
        returns: Some(json!({"type": "string"})),
        side_effect: true,
        ..ToolSpec::default()
    })
}

/// One message that has arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Delivery {
    /// The tool that sent it.
    pub tool: String,
    /// Whom it reached.
    pub to: String,
    /// Its subject, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// Its text.
    pub body: String,
}

/// Mailboxes of everybody. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Mailboxes {
    deliveries: Arc<Mutex<Vec<Delivery>>>,
    file: Option<PathBuf>,
}

impl Mailboxes {
    /// Empty mailboxes; every delivery is also appended to `file`, as one JSON object a line.
    pub fn new(file: Option<PathBuf>) -> Mailboxes {
        Mailboxes { deliveries: Arc::default(), file }
    }

    /// Delivers one message.
    ///
    /// # Errors
    ///
    /// The file that keeps deliveries cannot be written; then nothing was delivered.
    pub fn deliver(&self, delivery: Delivery) -> Result<(), String> {
        if let Some(path) = &self.file {
            let written = OpenOptions::new().create(true).append(true).open(path).and_then(|mut file| {
                let mut line = serde_json::to_vec(&delivery)?;
                line.push(b'\n');
                file.write_all(&line)
            });
            written.map_err(|error| format!("the message was not sent: its mailbox failed ({error})"))?;
        }
        locked(&self.deliveries).push(delivery);
        Ok(())
    }

    /// Everything delivered so far, in order.
    pub fn deliveries(&self) -> Vec<Delivery> {
        locked(&self.deliveries).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(body: &str) -> Delivery {
        Delivery { tool: "send_slack_message".into(), to: "Julie".into(), subject: None, body: body.into() }
    }

    #[test]
    fn deliveries_are_kept_in_order_and_appended_to_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sent.jsonl");
        let boxes = Mailboxes::new(Some(file.clone()));
        boxes.deliver(message("one\ntwo")).unwrap();
        boxes.clone().deliver(message("three")).unwrap();
        assert_eq!(boxes.deliveries(), [message("one\ntwo"), message("three")]);
        assert_eq!(
            std::fs::read_to_string(file).unwrap(),
            "{\"tool\":\"send_slack_message\",\"to\":\"Julie\",\"body\":\"one\\ntwo\"}\n\
             {\"tool\":\"send_slack_message\",\"to\":\"Julie\",\"body\":\"three\"}\n"
        );
    }

    #[test]
    fn what_cannot_be_written_down_is_not_delivered() {
        let folder = tempfile::tempdir().unwrap();
        let boxes = Mailboxes::new(Some(folder.path().to_path_buf()));
        assert!(boxes.deliver(message("x")).unwrap_err().starts_with("the message was not sent"));
        assert_eq!(boxes.deliveries(), []);
    }
}
