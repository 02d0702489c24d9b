//! The way to a server over streamable HTTP.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use reqwest::{Client, Url};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;

/// A transport to this address. Redirects are not followed: what the headers hold goes nowhere else.
pub(super) fn transport(
    url: &str,
    headers: &BTreeMap<String, String>,
    most: usize,
) -> Result<StreamableHttpClientTransport<Client>, String> {
    let parsed = Url::parse(url)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .ok_or("has no http or https address")?;
    let mut written = HashMap::new();
    for (name, value) in headers {
        let key = HeaderName::try_from(name)
            .map_err(|_| format!("has a header `{name}`, which is no name of one"))?;
        let mut value = HeaderValue::from_str(value)
            .map_err(|_| format!("has a value for the header `{name}` that no header can hold"))?;
        if key == reqwest::header::AUTHORIZATION {
            value.set_sensitive(true);
            if parsed.scheme() == "http" && !is_loopback(&parsed) {
                return Err("would be sent its authorization unencrypted".to_owned());
            }
        }
        written.insert(key, value);
    }
    let client = Client::builder()
        .tls_backend_preconfigured(tls(parsed.scheme() == "https")?)
        .redirect(reqwest::redirect::Policy::none())
        .referer(false)
        .user_agent(concat!("caravan/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(Duration::from_secs(20))
        .build()
        .map_err(|error| format!("cannot be spoken to: no HTTP client can be made ({error})"))?;
    let mut config = StreamableHttpClientTransportConfig::with_uri(url).custom_headers(written);
    config.max_sse_event_size = most;
    config.max_json_response_size = most;
    Ok(StreamableHttpClientTransport::with_client(client, config))
}

fn is_loopback(url: &Url) -> bool {
    match url.host_str() {
        Some("localhost") => true,
        Some(host) => host
            .trim_matches(['[', ']'])
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback()),
        None => false,
    }
}

/// TLS with ring; the certificates are the operating system's, for `https` alone.
fn tls(is_used: bool) -> Result<ClientConfig, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("cannot be spoken to: TLS cannot be set up ({error})"))?;
    if !is_used {
        return Ok(builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth());
    }
    let builder = builder.with_platform_verifier().map_err(|error| {
        format!("cannot be spoken to: the system's certificates cannot be read ({error})")
    })?;
    Ok(builder.with_no_client_auth())
}
