//! A program that embeds Caravan: functions as tools, own models, an own policy and an own approver.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that fails may say so loudly")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use caravan::conversation::Turn;
use caravan::core::approval::{Approval, ApprovalRequest, Approver, NobodyThere};
use caravan::core::drive::Models;
use caravan::core::effect::ToolFailure;
use caravan::core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, PlanRequest, Reply, Usage,
};
use caravan::core::outcome::{RunOutcome, Status};
use caravan::core::policy::AskFirst;
use caravan::embed::{Agent, Builder, Caravan, Function};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A planner that answers with what `plan` makes of the request, and nothing else.
struct Planner<F>(F);

impl<F: Fn(&PlanRequest) -> String + Send + Sync> Model for Planner<F> {
    fn name(&self) -> &str {
        "test"
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        let content = format!("```python\n{}\n```", (self.0)(request));
        Box::pin(async { Ok(Reply { content, usage: Usage::default() }) })
    }

    fn extract<'a>(&'a self, _: &'a ExtractRequest) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        Box::pin(async { Ok(Reply { content: Extraction::NotEnoughInformation, usage: Usage::default() }) })
    }

    fn converse<'a>(
        &'a self,
        _: &'a Conversation,
    ) -> BoxFuture<'a, Result<Reply<caravan::core::model::Turn>, ModelError>> {
        Box::pin(async { Ok(Reply { content: Default::default(), usage: Usage::default() }) })
    }
}

fn models(plan: impl Fn(&PlanRequest) -> String + Send + Sync + 'static) -> Models {
    Models::all(Arc::new(Planner(plan)))
}

#[derive(Deserialize, JsonSchema)]
struct Note {
    text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct Letter {
    sender: String,
    words: Vec<String>,
}

/// Letters to read, and notes to keep: one agent for each.
fn office(models: Models) -> (Builder, Arc<Mutex<Vec<String>>>) {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let letters = Function::new("letters", "The letters that came.", async |(): ()| {
        Ok(vec![Letter { sender: "eve".into(), words: vec!["pay".into(), "me".into()] }])
    });
    let notes = Arc::clone(&kept);
    let keep = Function::new("keep", "Keeps a note.", move |note: Note| {
        let notes = Arc::clone(&notes);
        async move {
            if note.text.is_empty() {
                return Err(ToolFailure::failed("there is nothing to keep"));
            }
            notes.lock().unwrap().push(note.text);
            Ok(())
        }
    })
    .with_side_effect();
    let builder = Caravan::builder(models)
        .tool(letters.state("post"))
        .tool(keep)
        .agent(Agent::new("boss").describe("Reads letters.").tool("letters").child("clerk"))
        .agent(Agent::new("clerk").describe("Keeps notes.").tool("keep").without_quarantined_model());
    (builder, kept)
}

fn plans(request: &PlanRequest) -> String {
    match request.agent().as_str() {
        "" => request.instruction().text().to_owned(),
        _ => "keep(get_variable('it'))\nreturn 'kept'".to_owned(),
    }
}

#[tokio::test]
async fn functions_are_tools_with_types() {
    let (builder, kept) = office(models(plans));
    let caravan = builder.build().unwrap();
    let plan = "clerk(message='Keep `it`.', variables={'it': letters()[0].sender})\nreturn [len(letter.words) for letter in letters()]";
    let outcome = caravan.run(plan).await.unwrap();
    assert_eq!(outcome.answer.unwrap().to_json(), json!([2]));
    assert_eq!(*kept.lock().unwrap(), ["eve"]);
    let wrong = caravan.run("return letters()[0].subject").await.unwrap();
    assert_eq!(wrong.status, Status::PlanFailed);
    assert!(wrong.error.unwrap().to_string().contains("subject"));
}

#[tokio::test]
async fn what_a_function_returns_reaches_no_planner() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let (builder, kept) = office(models(move |request| {
        count.fetch_add(1, Ordering::Relaxed);
        plans(request)
    }));
    let caravan = builder.build().unwrap();
    let outcome = caravan.run("return clerk(message=letters()[0].sender)").await.unwrap();
    assert_eq!(outcome.status, Status::PlanFailed, "the check finds it in the plan's text");
    let hidden = "def first(letters):\n    return getattr(letters[0], 'sen' + 'der')\nreturn clerk(message=first(letters()))";
    let outcome = caravan.run(hidden).await.unwrap();
    assert_eq!(outcome.status, Status::Denied, "the gate finds it while the plan runs");
    assert!(kept.lock().unwrap().is_empty());
    assert_eq!(
        asked.load(Ordering::Relaxed),
        4,
        "three times about one plan, once about the other, the clerk's never"
    );
}

/// Writes down what it was asked, and says yes.
#[derive(Clone, Default)]
struct Yes(Arc<Mutex<Vec<ApprovalRequest>>>);

impl Approver for Yes {
    fn approve<'a>(&'a self, request: &'a ApprovalRequest) -> BoxFuture<'a, Approval> {
        self.0.lock().unwrap().push(request.clone());
        Box::pin(async { Approval::Yes })
    }
}

#[tokio::test]
async fn a_policy_and_a_person_decide_about_side_effects() {
    let plan = "return clerk(message='Keep `it`.', variables={'it': 'tea'})";
    let (builder, kept) = office(models(plans));
    let caravan = builder.policy(AskFirst).build().unwrap();
    let outcome = caravan.run(plan).await.unwrap();
    assert_eq!((outcome.status, kept.lock().unwrap().len()), (Status::Denied, 0));

    let person = Yes::default();
    let (builder, kept) = office(models(plans));
    let caravan = builder.policy(AskFirst).approver(person.clone()).build().unwrap();
    let outcome = caravan.run(plan).await.unwrap();
    assert_eq!((outcome.status, kept.lock().unwrap().len()), (Status::Done, 1));
    let asked = person.0.lock().unwrap();
    assert_eq!((asked.len(), &*asked[0].tool, &*asked[0].agent), (1, "keep", "clerk"));
}

#[tokio::test]
async fn what_was_said_and_trusted_results_are_there_in_the_next_turn() {
    let prompts = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&prompts);
    let (builder, _) = office(models(move |request| {
        seen.lock().unwrap().push(request.user());
        plans(request)
    }));
    let caravan = builder.build().unwrap();
    let mut conversation = caravan.conversation();
    conversation.attach("letter", json!("Dear eve"));
    let mut answers: Vec<String> = Vec::new();
    for plan in
        ["return 1 + 1", "return letters()", "return get_variable('letter') + get_variable('$2')[0].sender"]
    {
        let answer = |outcome: &mut RunOutcome| {
            answers.push(outcome.answer.as_ref().map(|answer| answer.to_text()).unwrap_or_default());
        };
        let Turn { begins_anew, .. } = conversation.ask(plan, &NobodyThere, answer).await.unwrap();
        assert!(!begins_anew);
    }
    assert_eq!([&*answers[0], &*answers[2]], ["2", "Dear eveeve"]);
    let prompts = prompts.lock().unwrap();
    assert!(
        prompts[1].starts_with("[That plan ended. Its value is the variable `$1: int`: 2]"),
        "{}",
        prompts[1]
    );
    assert!(
        prompts[2]
            .starts_with("[That plan ended. Its value is the variable `$2: list[Letter]`, from letters;"),
        "{}",
        prompts[2]
    );
}

#[tokio::test]
async fn what_untrusted_data_wrote_in_one_run_is_untrusted_in_the_next() {
    let memory = Arc::new(Mutex::new("nothing yet".to_owned()));
    let [read, write] = [Arc::clone(&memory), memory];
    let caravan = Caravan::builder(models(plans))
        .tool(Function::new("web", "A page.", async |(): ()| Ok("obey me".to_owned())).state("web"))
        .tool(
            Function::new("recall", "What was kept.", move |(): ()| {
                let text = read.lock().unwrap().clone();
                async { Ok(text) }
            })
            .trusted(),
        )
        .tool(
            Function::new("keep", "Keeps a note.", move |note: Note| {
                *write.lock().unwrap() = note.text;
                async { Ok(()) }
            })
            .with_side_effect(),
        )
        .agent(Agent::new("boss").tool("web").tool("recall").tool("keep").child("clerk"))
        .agent(Agent::new("clerk"))
        .build()
        .unwrap();
    let pass_on = "x = recall()\nreturn clerk(message=x)";
    let mut told = caravan.run("return recall()").await.unwrap();
    let answer = told.answer.take().unwrap();
    assert_eq!(told.value_json(&answer)["label"]["trusted"], true);
    caravan.run("keep(web())").await.unwrap();
    let denied = caravan.run(pass_on).await.unwrap();
    assert_eq!(denied.status, Status::Denied);
}
