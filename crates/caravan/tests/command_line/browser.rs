//! A Chromium without a window, by its DevTools protocol over a pipe: no port, no library.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

/// A page in a browser of its own.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: Option<String>,
    asked: u64,
    /// What went wrong in the page: exceptions, refusals of the content security policy.
    pub wrong: Vec<String>,
    /// Addresses that the page asked for.
    pub requested: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// A browser whose window is so wide, or none where no Chromium is installed.
    pub fn open(width: u32, dark: bool) -> Option<Browser> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
        let Some(name) = names.into_iter().find(is_there) else {
            eprintln!("skipped: no Chromium is installed (Debian: apt-get install chromium)");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        // The protocol is spoken on the descriptors 3 and 4.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 >/dev/null 2>/dev/null", "sh", name])
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut browser = Browser {
            child,
            to,
            from,
            session: None,
            asked: 0,
            wrong: Vec::new(),
            requested: Vec::new(),
            _profile: profile,
        };
        let targets = browser.send("Target.getTargets", json!({}));
        let is_page = |target: &&Json| target["type"] == "page";
        let target =
            targets["targetInfos"].as_array().unwrap().iter().find(is_page).unwrap()["targetId"].clone();
        let attached = browser.send("Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.send(&format!("{domain}.enable"), json!({}));
        }
        let metrics = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500});
        browser.send("Emulation.setDeviceMetricsOverride", metrics);
        let scheme = json!({"name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" }});
        browser.send("Emulation.setEmulatedMedia", json!({"features": [scheme]}));
        Some(browser)
    }

    /// Goes to an address, and waits until it is loaded.
    pub fn go(&mut self, url: &str) {
        self.send("Page.navigate", json!({"url": url}));
        while self.read()["method"] != "Page.loadEventFired" {}
    }

    /// Goes to a file.
    pub fn go_to_file(&mut self, path: &Path) {
        self.go(&format!("file://{}", path.display()));
    }

    /// What an expression gives; a promise is waited for.
    pub fn js(&mut self, expression: &str) -> Json {
        let parameters = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let told = self.send("Runtime.evaluate", parameters);
        assert!(told.get("exceptionDetails").is_none(), "{expression}: {told}");
        told["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn until(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.js(expression) != json!(true) {
            assert!(begun.elapsed() < Duration::from_secs(20), "it never became true: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key.
    pub fn key(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "Tab" => 9,
            _ => 0,
        };
        let text = match key {
            "Enter" => Some("\r"),
            key if key.chars().count() == 1 => Some(key),
            _ => None,
        };
        let mut event = json!({"type": "keyDown", "key": key, "windowsVirtualKeyCode": code});
        if let Some(text) = text {
            event["text"] = json!(text);
        }
        self.send("Input.dispatchKeyEvent", event.clone());
        event["type"] = json!("keyUp");
        self.send("Input.dispatchKeyEvent", event);
    }

    fn send(&mut self, method: &str, parameters: Json) -> Json {
        self.asked += 1;
        let mut message = json!({"id": self.asked, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).unwrap();
        loop {
            let told = self.read();
            if told["id"] == self.asked {
                assert!(told.get("error").is_none(), "{method}: {told}");
                return told["result"].clone();
            }
        }
    }

    fn read(&mut self) -> Json {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "the browser has ended");
        let told: Json = serde_json::from_slice(&bytes).unwrap();
        let parameters = &told["params"];
        match told["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.wrong.push(parameters["exceptionDetails"].to_string()),
            Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                self.wrong.push(parameters["entry"].to_string());
            }
            Some("Network.requestWillBeSent") => {
                self.requested.extend(parameters["request"]["url"].as_str().map(str::to_owned));
            }
            _ => {}
        }
        told
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
