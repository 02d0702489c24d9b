//! Connections: how many there may be, and how long one may take to say what it wants.
//!
//! Whoever reaches the address can open a connection, before any token is seen. One that says nothing does not stay.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// How long the head of a request may take to come, on a new connection and on one that has served others.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many connections there may be at the same time: fewer than most systems let a process have open files.
const MOST: usize = 800;

/// Serves until the process ends.
///
/// # Errors
///
/// There is none: a connection that cannot be taken is tried again.
pub async fn serve(listener: TcpListener, router: Router) -> std::io::Result<()> {
    serve_at_most(MOST, PATIENCE, listener, router).await
}

async fn serve_at_most(
    most: usize,
    patience: Duration,
    listener: TcpListener,
    router: Router,
) -> std::io::Result<()> {
    let room = Arc::new(Semaphore::new(most));
    loop {
        let place = Arc::clone(&room).acquire_owned().await.map_err(std::io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            // No more files may be open, most likely: some will be closed.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut connection = http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(patience);
            // However it ends, nobody is left to be told.
            let _ = connection.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::*;

    async fn opened(address: std::net::SocketAddr, says: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(says.as_bytes()).await.unwrap();
        stream
    }

    #[tokio::test]
    async fn connections_that_say_nothing_leave_their_places_to_others() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(|| async { "here" }));
        tokio::spawn(serve_at_most(2, Duration::from_millis(200), listener, router));
        let slow = [opened(address, "").await, opened(address, "GET / HTTP/1.1\r\nHost: ").await];
        let mut other =
            opened(address, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
        let mut told = String::new();
        tokio::time::timeout(Duration::from_secs(20), other.read_to_string(&mut told))
            .await
            .unwrap()
            .unwrap();
        assert!(told.ends_with("here"), "{told}");
        for mut slow in slow {
            let mut rest = Vec::new();
            // It is closed, whether with a word or without.
            let _ = tokio::time::timeout(Duration::from_secs(20), slow.read_to_end(&mut rest)).await.unwrap();
        }
    }
}
