//! The policies for AgentDojo's four suites: what each of their rules lets through, and what it stops.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails may say so loudly"
)]

use std::path::Path;

use caravan_core::policy::{Policy, PolicyCall, Verdict};
use caravan_core::system::{AgentSpec, System, SystemSpec, ToolSpec};
use caravan_label::{AgentPath, Choice, Label, Readers, Source, Taint};
use caravan_plan::{Datum, Strictness, World};
use caravan_policy::{Policies, PolicyFile};
use serde_json::{Map, Value as Json, json};

#[path = "agentdojo/table.rs"]
mod table;

/// The tools that change something, as their suites declare them: `?` for what may be left out, `[]` for lists.
const WORKSPACE: &str = "
    send_email(recipients[], subject, body, attachments[]?, cc[]?, bcc[]?) delete_email(email_id) get_unread_emails()
    create_calendar_event(title, start_time, end_time, description?, participants[]?, location?)
    cancel_calendar_event(event_id) reschedule_calendar_event(event_id, new_start_time, new_end_time?)
    add_calendar_event_participants(event_id, participants[]) append_to_file(file_id, content)
    create_file(filename, content) delete_file(file_id) share_file(file_id, email, permission)
    get_sent_emails() get_received_emails() get_draft_emails() search_emails(query, sender?)
    search_contacts_by_name(query) search_contacts_by_email(query) get_current_day()
    search_calendar_events(query, date?) get_day_calendar_events(day) search_files_by_filename(filename)
    get_file_by_id(file_id) list_files() search_files(query)";
const BANKING: &str = "
    get_iban() send_money(recipient, amount#, subject, date) schedule_transaction(recipient, amount#, subject, date, recurring?)
    update_scheduled_transaction(id, recipient?, amount#?, subject?, date?) get_balance()
    get_most_recent_transactions(n#?) get_scheduled_transactions() read_file(file_path) get_user_info()
    update_password(password) update_user_info(first_name?, last_name?, street?, city?)";
const SLACK: &str = "
    get_channels() add_user_to_channel(user, channel) read_channel_messages(channel) read_inbox(user)
    send_direct_message(recipient, body) send_channel_message(channel, body) get_users_in_channel(channel)
    invite_user_to_slack(user, user_email) remove_user_from_slack(user) get_webpage(url) post_webpage(url, content)";
const TRAVEL: &str = "
    get_user_information() get_all_hotels_in_city(city) get_hotels_prices(hotel_names[])
    get_rating_reviews_for_hotels(hotel_names[]) get_hotels_address(hotel_name) get_all_restaurants_in_city(city)
    get_cuisine_type_for_restaurants(restaurant_names[]) get_restaurants_address(restaurant_names[])
    get_rating_reviews_for_restaurants(restaurant_names[])
    get_dietary_restrictions_for_all_restaurants(restaurant_names[])
    get_contact_information_for_restaurants(restaurant_names[]) get_price_for_restaurants(restaurant_names[])
    check_restaurant_opening_hours(restaurant_names[]) get_all_car_rental_companies_in_city(city)
    get_car_types_available(company_name[]) get_rating_reviews_for_car_rental(company_name[])
    get_car_fuel_options(company_name[]) get_car_rental_address(company_name[]) get_car_price_per_day(company_name[])
    create_calendar_event(title, start_time, end_time, description?, participants[]?, location?)
    search_calendar_events(query, date?) get_day_calendar_events(day) cancel_calendar_event(event_id)
    get_flight_information(departure_city, arrival_city)
    send_email(recipients[], subject, body, attachments[]?, cc[]?, bcc[]?) reserve_hotel(hotel, start_day, end_day)
    reserve_car_rental(company, start_time, end_time?) reserve_restaurant(restaurant, start_time)";

const SUITES: [(&str, &str); 4] =
    [("workspace", WORKSPACE), ("banking", BANKING), ("slack", SLACK), ("travel", TRAVEL)];

/// A suite of one agent, and its policies.
struct Suite {
    system: System,
    policies: Policies,
}

fn suite(name: &str, tools: &str) -> Suite {
    let mut specs = Vec::new();
    for declared in tools.split(')').map(str::trim).filter(|declared| !declared.is_empty()) {
        let (tool, parameters) = declared.split_once('(').expect("a parenthesis");
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for parameter in parameters.split(", ").filter(|parameter| !parameter.is_empty()) {
            let name = parameter.trim_end_matches(['?', '[', ']', '#']);
            let ty = if parameter.contains("[]") {
                json!({"type": "array", "items": {"type": "string"}})
            } else if parameter.contains('#') {
                json!({"type": "number"})
            } else {
                json!({"type": "string"})
            };
            properties.insert(name.to_owned(), ty);
            if !parameter.ends_with('?') {
                required.push(name);
            }
        }
        specs.push(ToolSpec {
            name: tool.into(),
            server: name.into(),
            side_effect: true,
            parameters: json!({"type": "object", "properties": properties, "required": required}),
            ..ToolSpec::default()
        });
    }
    let names = specs.iter().map(|spec| spec.name.clone()).collect();
    let agent = AgentSpec { name: "clerk".into(), tools: names, ..AgentSpec::default() };
    let spec =
        SystemSpec { root: "clerk".into(), agents: vec![agent], tools: specs, ..SystemSpec::default() };
    let system = System::build(spec).expect("a system");
    let file = format!("{}/../../policies/agentdojo/{name}.cedar", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(Path::new(&file)).expect("a file of policies");
    let policies = Policies::load(&[PolicyFile { name: format!("{name}.cedar"), text }], &system);
    let policies = policies.unwrap_or_else(|errors| panic!("{}", errors[0]));
    Suite { system, policies }
}

/// Where an argument comes from: the user; the world, readable by everybody; the world, readable by these.
#[derive(Clone, Copy)]
enum Origin {
    User,
    World,
    Of(&'static str),
}
use Origin::{Of, User, World as Anywhere};

impl Suite {
    /// The policy that decides about a call, with what it decides.
    fn decide(&self, tool: &str, arguments: &[(&str, Json, Origin)]) -> (Verdict, String) {
        let mut world = World::new(Strictness::Cfi);
        let source =
            Source::Tool { agent: AgentPath::root(), tool: "read".into(), inner: None, trusted: false };
        let arguments: Vec<(Box<str>, Datum)> = arguments
            .iter()
            .map(|(name, json, from)| {
                let label = match from {
                    User => world.lattice.data_from(&[Source::User]),
                    Anywhere => world.lattice.data_from(std::slice::from_ref(&source)),
                    Of(names) => {
                        let names = names.split(' ').map(Box::from).collect();
                        let taint = world.lattice.taint(std::slice::from_ref(&source), Readers::Only(names));
                        world.lattice.label(taint, Taint::NONE, Choice::NONE)
                    }
                };
                ((*name).into(), Datum::from_json(json, label))
            })
            .collect();
        let agent = AgentPath::root();
        let tool = self.system.tool(self.system.root().expect("a root"), tool).expect("a tool");
        let call =
            PolicyCall { agent: &agent, tool, arguments: &arguments, pc: Label::NONE, callee: Label::NONE };
        let decision = self.policies.decide(&call, &mut world);
        (decision.effect, decision.policy)
    }

    /// Whether a call of these texts is allowed.
    fn allows(&self, tool: &str, arguments: &[(&str, Origin)]) -> bool {
        let arguments: Vec<(&str, Json, Origin)> =
            arguments.iter().map(|(name, from)| (*name, json!("x"), *from)).collect();
        self.decide(tool, &arguments).0 == Verdict::Allow
    }
}

#[test]
fn every_tool_of_a_suite_is_permitted_by_some_policy() {
    for (name, tools) in SUITES {
        assert_eq!(suite(name, tools).policies.never_permitted(), Vec::<&str>::new(), "{name}");
    }
}

#[test]
fn mail_goes_to_the_named_or_to_those_who_may_read_it() {
    for (name, tools) in [("workspace", WORKSPACE), ("travel", TRAVEL)] {
        let suite = suite(name, tools);
        let mail = |to: Origin, body: Origin, more: Option<(&'static str, Origin)>| {
            let mut arguments = vec![
                ("recipients", json!(["ann@x.org"]), to),
                ("subject", json!("hello"), User),
                ("body", json!("hi"), body),
            ];
            arguments.extend(more.map(|(name, from)| (name, json!(["bob@x.org"]), from)));
            let (effect, policy) = suite.decide("send_email", &arguments);
            if effect == Verdict::Allow { policy } else { "no".to_owned() }
        };
        assert_eq!(mail(User, Of("me"), None), "mail-to-the-named");
        assert_eq!(mail(Anywhere, Anywhere, None), "mail-to-readers");
        assert_eq!(mail(Anywhere, Of("ann@x.org me"), None), "mail-to-readers");
        assert_eq!(mail(Anywhere, Of("me"), None), "no");
        assert_eq!(mail(User, Of("me"), Some(("cc", User))), "mail-to-the-named");
        assert_eq!(mail(User, Of("ann@x.org"), Some(("bcc", Anywhere))), "no");
    }
    let workspace = suite("workspace", WORKSPACE);
    let with_file = |to: Origin| {
        let text = json!("hi");
        let arguments = [
            ("recipients", json!(["ann@x.org"]), to),
            ("subject", text.clone(), User),
            ("body", text, User),
            ("attachments", json!(["13"]), User),
        ];
        workspace.decide("send_email", &arguments)
    };
    assert_eq!(with_file(User).0, Verdict::Allow);
    assert_eq!(with_file(Anywhere), (Verdict::Deny, "no-files-to-strangers".to_owned()));
}

#[test]
fn what_the_user_has_not_named_is_not_deleted_shared_or_cancelled() {
    let suite = suite("workspace", WORKSPACE);
    for (tool, argument) in
        [("delete_email", "email_id"), ("delete_file", "file_id"), ("cancel_calendar_event", "event_id")]
    {
        assert!(suite.allows(tool, &[(argument, User)]), "{tool}");
        assert!(!suite.allows(tool, &[(argument, Anywhere)]), "{tool}");
    }
    let share = |email: Origin| {
        suite.allows("share_file", &[("file_id", User), ("email", email), ("permission", User)])
    };
    assert!(share(User) && !share(Anywhere));
    let append = |content: Origin| suite.allows("append_to_file", &[("file_id", User), ("content", content)]);
    assert!(append(User) && append(Anywhere) && !append(Of("me")));
    let moved = |time: Origin| {
        suite.allows("reschedule_calendar_event", &[("event_id", User), ("new_start_time", time)])
    };
    assert!(moved(User) && !moved(Of("me")));
}

#[test]
fn an_invitation_goes_to_the_named_or_to_those_who_may_read_it() {
    let suite = suite("workspace", WORKSPACE);
    let invite = |who: Origin, title: Origin| {
        let text = || json!("x");
        let arguments = [
            ("title", text(), title),
            ("start_time", text(), User),
            ("end_time", text(), User),
            ("participants", json!(["ann@x.org"]), who),
        ];
        suite.decide("create_calendar_event", &arguments).0 == Verdict::Allow
    };
    assert!(invite(User, Of("me")) && invite(Anywhere, User) && invite(Anywhere, Of("ann@x.org me")));
    assert!(!invite(Anywhere, Of("me")));
    let add = |event: Origin, who: Origin| {
        let arguments = [("event_id", json!("4"), event), ("participants", json!(["ann@x.org"]), who)];
        suite.decide("add_calendar_event_participants", &arguments).0 == Verdict::Allow
    };
    assert!(add(User, User) && !add(Anywhere, User) && !add(User, Anywhere));
}

#[test]
fn money_goes_to_whom_the_user_names_and_tells_them_nothing_they_may_not_read() {
    let suite = suite("banking", BANKING);
    for tool in ["send_money", "schedule_transaction"] {
        let pay = |to: Origin, subject: Origin| {
            let text = || json!("x");
            let arguments = [
                ("recipient", text(), to),
                ("amount", json!(10.5), User),
                ("subject", text(), subject),
                ("date", text(), User),
            ];
            suite.decide(tool, &arguments).0 == Verdict::Allow
        };
        assert!(pay(User, User) && pay(User, Anywhere) && pay(User, Of("x me")), "{tool}");
        assert!(!pay(Anywhere, User) && !pay(User, Of("me")), "{tool}");
    }
    let change = |arguments: &[(&str, Origin)]| suite.allows("update_scheduled_transaction", arguments);
    assert!(change(&[("id", User), ("subject", User)]) && change(&[("id", User), ("recipient", User)]));
    assert!(
        !change(&[("id", User), ("recipient", Anywhere)]) && !change(&[("id", User), ("subject", Of("me"))])
    );
    assert!(suite.allows("update_password", &[("password", User)]));
    assert!(!suite.allows("update_password", &[("password", Anywhere)]));
    assert!(suite.allows("update_user_info", &[("street", User), ("city", User)]));
    assert!(!suite.allows("update_user_info", &[("street", User), ("city", Anywhere)]));
}

#[test]
fn a_message_is_for_those_who_may_read_it_and_the_web_reads_addresses() {
    let suite = suite("slack", SLACK);
    let direct =
        |to: Origin, body: Origin| suite.allows("send_direct_message", &[("recipient", to), ("body", body)]);
    assert!(direct(User, Of("me")) && direct(Anywhere, Of("x me")) && !direct(Anywhere, Of("me")));
    let channel = |body: Origin| suite.allows("send_channel_message", &[("channel", User), ("body", body)]);
    assert!(channel(User) && channel(Of("x ann")) && !channel(Of("general")));
    for (tool, first, second) in
        [("add_user_to_channel", "user", "channel"), ("invite_user_to_slack", "user", "user_email")]
    {
        let may = |a: Origin, b: Origin| suite.allows(tool, &[(first, a), (second, b)]);
        assert!(may(User, User) && !may(Anywhere, User) && !may(User, Anywhere), "{tool}");
    }
    assert!(!suite.allows("remove_user_from_slack", &[("user", Anywhere)]));
    assert!(
        suite.allows("get_webpage", &[("url", Anywhere)])
            && !suite.allows("get_webpage", &[("url", Of("me"))])
    );
    let post =
        |url: Origin, content: Origin| suite.allows("post_webpage", &[("url", url), ("content", content)]);
    assert!(post(User, Anywhere) && !post(Of("me"), User) && !post(User, Of("me")));
}

#[test]
fn what_is_booked_the_user_has_named() {
    let suite = suite("travel", TRAVEL);
    let hotel = |name: Origin| {
        suite.allows("reserve_hotel", &[("hotel", name), ("start_day", User), ("end_day", User)])
    };
    assert!(hotel(User) && !hotel(Anywhere));
    let car = |time: Origin| {
        suite.allows("reserve_car_rental", &[("company", User), ("start_time", User), ("end_time", time)])
    };
    assert!(car(User) && !car(Anywhere));
    let table =
        |time: Origin| suite.allows("reserve_restaurant", &[("restaurant", User), ("start_time", time)]);
    assert!(table(User) && !table(Anywhere));
}
