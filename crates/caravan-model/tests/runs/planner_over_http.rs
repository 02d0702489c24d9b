//! A planner's request on its way to an endpoint.

use crate::scenario::{INSTRUCTION, system};
use caravan_core::instruction::Instruction;
use caravan_core::label::AgentPath;
use caravan_core::settings::Defense;
use caravan_model::http::{Limits, Providers};
use caravan_model::{AskedAs, ProviderSettings, RequestOptions, Settings, open};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

#[tokio::test]
async fn the_endpoint_gets_the_system_turn_and_the_user_turn_and_nothing_else() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let served = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = Vec::new();
        let mut chunk = [0; 4096];
        let body = loop {
            let length = stream.read(&mut chunk).await.unwrap();
            request.extend_from_slice(&chunk[..length]);
            let text = String::from_utf8_lossy(&request);
            if let Some((_, body)) = text.split_once("\r\n\r\n")
                && let Ok(body) = serde_json::from_str::<Json>(body)
            {
                break body;
            }
        };
        let answer =
            json!({"choices": [{"message": {"content": "```python\n1\n```"}, "finish_reason": "stop"}]})
                .to_string();
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n";
        stream
            .write_all(format!("{head}content-length: {}\r\n\r\n{answer}", answer.len()).as_bytes())
            .await
            .unwrap();
        body
    });
    let names = vec![Instruction::from_user("report")];
    let request = system("Helps.")
        .plan_request(&AgentPath::root(), Defense::Multi, Instruction::from_user(INSTRUCTION), names, None)
        .unwrap();
    let provider = ProviderSettings { base_url: Some(url), ..ProviderSettings::default() };
    let configured = [("compatible".to_owned(), provider)].into_iter().collect();
    let providers = Providers::new(configured, Limits::default(), Box::new(|_| None));
    let settings = Settings { providers: providers.into(), ..Settings::default() };
    let model = open("compatible:m", AskedAs::Planner, &RequestOptions::default(), &settings).unwrap();
    assert_eq!(model.plan(&request).await.unwrap().content, "```python\n1\n```");
    let expected = json!({
        "model": "m",
        "messages": [
            {"role": "system", "content": request.system()},
            {"role": "user", "content": request.user()},
        ],
    });
    assert_eq!(served.await.unwrap(), expected);
    assert!(request.user().contains(INSTRUCTION) && request.user().contains("report"));
}
