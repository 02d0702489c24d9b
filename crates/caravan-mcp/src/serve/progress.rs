//! Notes of progress on their way to the client.

use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::Progress;

/// Notes that wait for a slow client; what comes beyond is left out.
const WAITING: usize = 64;

/// Takes notes for a client that wants them.
pub(super) struct Notifier {
    notes: Option<Sender<(u32, String)>>,
}

/// The notes that were taken, on their way.
pub(super) struct Notes {
    peer: Peer<RoleServer>,
    token: Option<ProgressToken>,
    notes: Receiver<(u32, String)>,
}

impl Notifier {
    /// Both ends for a call.
    pub(super) fn new(context: &RequestContext<RoleServer>) -> (Notifier, Notes) {
        let token = context.meta.get_progress_token();
        let (sender, notes) = channel(WAITING);
        let notifier = Notifier { notes: token.is_some().then_some(sender) };
        (notifier, Notes { peer: context.peer.clone(), token, notes })
    }
}

impl Progress for Notifier {
    fn note(&self, done: u32, next: &str) {
        if let Some(notes) = &self.notes {
            // A client that does not read loses notes and nothing else.
            let _ = notes.try_send((done, next.to_owned()));
        }
    }
}

impl Notes {
    /// Sends the notes until no more can come.
    pub(super) async fn deliver(mut self) {
        let Some(token) = self.token else { return };
        while let Some((done, next)) = self.notes.recv().await {
            let mut note = ProgressNotificationParam::new(token.clone(), f64::from(done));
            note.message = Some(next);
            if self.peer.notify_progress(note).await.is_err() {
                return;
            }
        }
    }
}
