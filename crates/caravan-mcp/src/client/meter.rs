//! A reader that ends when a server sends too long a line, or too much between two calls.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};

/// How many of the longest messages may come between two calls before that counts as a flood.
const MESSAGES_BETWEEN_CALLS: u64 = 4;

/// What has come of a server.
#[derive(Debug, Default)]
pub(super) struct Meter {
    since_call: AtomicU64,
    too_long: AtomicBool,
    too_much: AtomicBool,
}

impl Meter {
    /// A call begins or has ended: what comes is counted anew.
    pub(super) fn call(&self) {
        self.since_call.store(0, Ordering::Relaxed);
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
        for part in read.split_inclusive(|byte| *byte == b'\n') {
            self.line += part.len();
            longest = longest.max(self.line);
            if part.ends_with(b"\n") {
                self.line = 0;
            }
        }
        let sent = self.meter.since_call.fetch_add(read.len() as u64, Ordering::Relaxed) + read.len() as u64;
        let is_too_long = longest > self.most;
        let is_too_much = sent > MESSAGES_BETWEEN_CALLS.saturating_mul(self.most as u64);
        if is_too_long || is_too_much {
            self.meter.too_long.store(is_too_long, Ordering::Relaxed);
            self.meter.too_much.store(is_too_much, Ordering::Relaxed);
            self.ended = true;
            buf.set_filled(before);
        }
        Poll::Ready(Ok(()))
    }
}
