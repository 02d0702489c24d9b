//! What happens in a run as events of `tracing`: names, numbers and kinds of failures, at no level a text of a model or a tool.

use caravan_core::effect::EffectKind;

use super::words::{agent_of, error_kind, step_in_words, usage_of};
use super::{Happening, Watcher};

/// Writes logs of one run.
#[derive(Clone, Debug)]
pub struct Log {
    run: String,
}

impl Log {
    /// For the run of that name.
    pub fn new(run: impl Into<String>) -> Log {
        Log { run: run.into() }
    }
}

impl Watcher for Log {
    fn see(&mut self, happening: &Happening<'_>) {
        let run = self.run.as_str();
        match happening {
            Happening::AgentBegins { episode, call, begun } => {
                let (agent, call) = (begun.agent.as_str(), call.map(|call| call.id.to_string()));
                tracing::info!(run, episode, agent, call, "agent begins");
            }
            Happening::AgentEnds { episode, well, .. } => tracing::info!(run, episode, well, "agent ends"),
            Happening::StepBegins(step) => {
                let (agent, line) = (agent_of(step.kind), step.line);
                let what = step_in_words(step.kind, None);
                tracing::debug!(run, episode = step.episode, step = step.id.number(), agent, line, "{what}");
            }
            Happening::StepEnds(step, outcome, took) => {
                let (agent, line, seconds) = (agent_of(step.kind), step.line, took.as_secs_f64());
                let (episode, number) = (step.episode, step.id.number());
                let error = error_kind(outcome);
                let usage = usage_of(outcome).unwrap_or_default();
                let (input_tokens, output_tokens) = (usage.input_tokens, usage.output_tokens);
                match (step.kind, &error) {
                    (EffectKind::Tool(request), None) => {
                        let (tool, server) = (request.tool.as_str(), request.server.as_str());
                        tracing::info!(
                            run,
                            episode,
                            step = number,
                            agent,
                            line,
                            tool,
                            server,
                            seconds,
                            "tool answered"
                        );
                    }
                    (EffectKind::Tool(request), Some(error)) => {
                        let (tool, server) = (request.tool.as_str(), request.server.as_str());
                        tracing::warn!(
                            run,
                            episode,
                            step = number,
                            agent,
                            line,
                            tool,
                            server,
                            seconds,
                            error,
                            "tool failed"
                        );
                    }
                    (EffectKind::Approve(request), _) => {
                        let tool = request.tool.as_str();
                        tracing::info!(
                            run,
                            episode,
                            step = number,
                            agent,
                            line,
                            tool,
                            seconds,
                            "person answered"
                        );
                    }
                    (EffectKind::Clock, _) => {}
                    (_, None) => tracing::info!(
                        run,
                        episode,
                        step = number,
                        agent,
                        line,
                        input_tokens,
                        output_tokens,
                        seconds,
                        "model answered"
                    ),
                    (_, Some(error)) => {
                        tracing::warn!(
                            run,
                            episode,
                            step = number,
                            agent,
                            line,
                            seconds,
                            error,
                            "model failed"
                        );
                    }
                }
            }
            Happening::Denied(call) => {
                let (agent, name, policy) = (call.agent.as_str(), &*call.name, call.decision.policy.as_str());
                let (call, line) = (call.id.to_string(), call.line);
                tracing::warn!(run, agent, call, name, line, policy, "call refused");
            }
            Happening::RunEnds(end) if end.is_well() => tracing::info!(run, status = end.status, "run ends"),
            Happening::RunEnds(end) => {
                tracing::warn!(run, status = end.status, error = end.error, "run ends");
            }
        }
    }
}
