//! What a service has done since its start, in numbers, as Prometheus reads them. Names in them are those of the configuration.

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use caravan_core::effect::EffectKind;
use prometheus_client::encoding::prometheus_text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::watch::{Happening, Watcher, error_kind, usage_of};

type Labels = Vec<(&'static str, String)>;
type Durations = Family<Labels, Histogram, fn() -> Histogram>;

/// The bounds of durations, in seconds: from a call of a local tool to a run that waits for a person.
const BOUNDS: [f64; 12] = [0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 300.0, 1800.0];

/// Counters, gauges and histograms.
pub(super) struct Metrics {
    registry: Registry,
    began: Instant,
    uptime: Gauge<f64, AtomicU64>,
    running: Gauge,
    begun: Counter,
    ended: Family<Labels, Counter>,
    run_seconds: Durations,
    tool_calls: Counter,
    tool_seconds: Durations,
    tool_errors: Family<Labels, Counter>,
    model_calls: Counter,
    model_seconds: Durations,
    model_errors: Family<Labels, Counter>,
    approvals: Counter,
    denials: Family<Labels, Counter>,
    input_tokens: Counter,
    output_tokens: Counter,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

fn histogram() -> Histogram {
    Histogram::new(BOUNDS)
}

fn durations() -> Durations {
    Family::new_with_constructor(histogram)
}

impl Metrics {
    /// Nothing has happened yet.
    pub(super) fn new() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("caravan"),
            began: Instant::now(),
            uptime: Gauge::default(),
            running: Gauge::default(),
            begun: Counter::default(),
            ended: Family::default(),
            run_seconds: durations(),
            tool_calls: Counter::default(),
            tool_seconds: durations(),
            tool_errors: Family::default(),
            model_calls: Counter::default(),
            model_seconds: durations(),
            model_errors: Family::default(),
            approvals: Counter::default(),
            denials: Family::default(),
            input_tokens: Counter::default(),
            output_tokens: Counter::default(),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let r = &mut self.registry;
        r.register_with_unit("uptime", "How long this has been serving", Unit::Seconds, self.uptime.clone());
        r.register("runs_running", "Runs under way", self.running.clone());
        r.register("runs_begun", "Runs begun", self.begun.clone());
        r.register("runs_ended", "Runs ended, by how they ended", self.ended.clone());
        let seconds = Unit::Seconds;
        r.register_with_unit(
            "run_duration",
            "How long runs took, by how they ended",
            seconds,
            self.run_seconds.clone(),
        );
        r.register("tool_calls", "Calls of tools", self.tool_calls.clone());
        r.register_with_unit(
            "tool_duration",
            "How long calls of tools took",
            Unit::Seconds,
            self.tool_seconds.clone(),
        );
        r.register("tool_errors", "Calls of tools that failed, by kind", self.tool_errors.clone());
        r.register("model_calls", "Requests to models", self.model_calls.clone());
        r.register_with_unit(
            "model_duration",
            "How long models took to answer, by role",
            Unit::Seconds,
            self.model_seconds.clone(),
        );
        r.register("model_errors", "Requests that models failed at, by kind", self.model_errors.clone());
        r.register("approvals", "Questions to people", self.approvals.clone());
        r.register("denials", "Calls refused, by what was called and what refused it", self.denials.clone());
        r.register("input_tokens", "Tokens that models have read", self.input_tokens.clone());
        r.register("output_tokens", "Tokens that models have written", self.output_tokens.clone());
    }

    /// A run has begun.
    pub(super) fn run_begins(&self) {
        self.begun.inc();
        self.running.inc();
    }

    /// It has ended.
    pub(super) fn run_ends(&self, status: &str, took: Duration) {
        let status = vec![("status", status.to_owned())];
        self.running.dec();
        self.ended.get_or_create(&status).inc();
        self.run_seconds.get_or_create(&status).observe(took.as_secs_f64());
    }

    /// All of it, in the text form of Prometheus.
    pub(super) fn text(&self) -> String {
        self.uptime.set(self.began.elapsed().as_secs_f64());
        let mut text = String::new();
        // Writing into a text does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Counts what happens in one run.
pub(super) struct Counting<'a>(pub(super) &'a Metrics);

impl Watcher for Counting<'_> {
    fn see(&mut self, happening: &Happening<'_>) {
        let Counting(metrics) = self;
        match happening {
            Happening::StepBegins(step) => {
                match step.kind {
                    EffectKind::Tool(_) => metrics.tool_calls.inc(),
                    EffectKind::Approve(_) => metrics.approvals.inc(),
                    EffectKind::Plan(_) | EffectKind::Extract(_) | EffectKind::Converse(_) => {
                        metrics.model_calls.inc()
                    }
                    EffectKind::Clock => 0,
                };
            }
            Happening::StepEnds(step, outcome, took) => {
                if let Some(usage) = usage_of(outcome) {
                    metrics.input_tokens.inc_by(usage.input_tokens);
                    metrics.output_tokens.inc_by(usage.output_tokens);
                }
                let (mut labels, durations, errors) = match step.kind {
                    EffectKind::Tool(request) => {
                        let labels = vec![("server", request.server.clone()), ("tool", request.tool.clone())];
                        (labels, &metrics.tool_seconds, &metrics.tool_errors)
                    }
                    kind => {
                        let role = match kind {
                            EffectKind::Plan(_) => "planner",
                            EffectKind::Extract(_) => "quarantined",
                            EffectKind::Converse(_) => "tool_calling",
                            EffectKind::Tool(_) | EffectKind::Approve(_) | EffectKind::Clock => return,
                        };
                        let labels = vec![("role", role.to_owned())];
                        (labels, &metrics.model_seconds, &metrics.model_errors)
                    }
                };
                durations.get_or_create(&labels).observe(took.as_secs_f64());
                if let Some(kind) = error_kind(outcome) {
                    labels.push(("error", kind));
                    errors.get_or_create(&labels).inc();
                }
            }
            Happening::Denied(call) => {
                let labels =
                    vec![("kind", call.kind.as_str().to_owned()), ("policy", call.decision.policy.clone())];
                metrics.denials.get_or_create(&labels).inc();
            }
            Happening::AgentBegins { .. } | Happening::AgentEnds { .. } | Happening::RunEnds(_) => {}
        }
    }
}
