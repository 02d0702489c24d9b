//! A reader that ends when a server sends too long a line, or too much between two calls.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};

/// How many of the longest messages may come between two calls before that counts as a flood.
const MESSAGES_BETWEEN_CALLS: u64 = 4;

/// How many messages of any length may. Each can cost a hundred times its text, and one that asks is answered.
const MOST_MESSAGES: u64 = 50_000;

/// What has come of a server.
#[derive(Debug, Default)]
pub(super) struct Meter {
    since_call: AtomicU64,
    messages: AtomicU64,
    too_long: AtomicBool,
    too_much: AtomicBool,
}

impl Meter {
    /// A call begins or has ended: what comes is counted anew.
    pub(super) fn call(&self) {
        self.since_call.store(0, Ordering::Relaxed);
        self.messages.store(0, Ordering::Relaxed);
    }

    /// Why the reader has ended the connection, if it has.
    pub(super) fn verdict(&self, most: usize) -> Option<String> {
        if self.too_long.load(Ordering::Relaxed) {
            Some(format!("sent a message of more than {most} bytes"))
        } else if self.too_much.load(Ordering::Relaxed) {
            Some("sent far more than it was asked for".to_owned())
        } else {
            None
        }
    }
}

/// Reads what a server writes, and ends where it is too much.
#[derive(Debug)]
pub(super) struct Metered<R> {
    inner: R,
    meter: Arc<Meter>,
    line: usize,
    most: usize,
    ended: bool,
}

impl<R> Metered<R> {
    pub(super) fn new(inner: R, meter: Arc<Meter>, most: usize) -> Metered<R> {
        Metered { inner, meter, line: 0, most, ended: false }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Metered<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.ended {
            return Poll::Ready(Ok(()));
        }
        let before = buf.filled().len();
        match Pin::new(&mut self.inner).poll_read(cx, buf) {
            Poll::Ready(Ok(())) => {}
            other => return other,
        }
        let read = buf.filled().get(before..).unwrap_or_default();
        let mut longest = self.line;
        let mut ended = 0;
        for part in read.split_inclusive(|byte| *byte == b'\n') {
            self.line += part.len();
            longest = longest.max(self.line);
            if part.ends_with(b"\n") {
                self.line = 0;
                ended += 1;
            }
        }
        let sent = self.meter.since_call.fetch_add(read.len() as u64, Ordering::Relaxed) + read.len() as u64;
        let is_too_long = longest > self.most;
        let messages = self.meter.messages.fetch_add(ended, Ordering::Relaxed) + ended;
        let is_too_much =
            sent > MESSAGES_BETWEEN_CALLS.saturating_mul(self.most as u64) || messages > MOST_MESSAGES;
        if is_too_long || is_too_much {
            self.meter.too_long.store(is_too_long, Ordering::Relaxed);
            self.meter.too_much.store(is_too_much, Ordering::Relaxed);
            self.ended = true;
            buf.set_filled(before);
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    /// How many bytes are read of these, and why no more.
    fn read(bytes: &[u8], most: usize) -> (usize, Option<String>) {
        let meter = Arc::new(Meter::default());
        let mut reader = Metered::new(bytes, Arc::clone(&meter), most);
        let mut taken = Vec::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(reader.read_to_end(&mut taken)).unwrap();
        (taken.len(), meter.verdict(most))
    }

    #[test]
    fn messages_are_counted_whatever_their_length() {
        assert_eq!(read(&b"\n".repeat(50_000), 1 << 24), (50_000, None));
        let (taken, verdict) = read(&b"\n".repeat(200_000), 1 << 24);
        assert!(taken <= 50_000, "{taken}");
        assert_eq!(verdict.as_deref(), Some("sent far more than it was asked for"));
    }

    #[test]
    fn a_message_ends_with_its_line_and_only_its_own_length_counts() {
        let line = [&[b'x'; 99][..], b"\n"].concat();
        assert_eq!(read(&line.repeat(3), 100), (300, None));
        assert_eq!(read(&line, 99).1.as_deref(), Some("sent a message of more than 99 bytes"));
        assert_eq!(read(&line.repeat(5), 100).1.as_deref(), Some("sent far more than it was asked for"));
    }
}
