//! Approvals through elicitation: the client asks its user.

use std::time::Duration;

use caravan_core::approval::{Approval, ApprovalRequest, Approver};
use caravan_core::model::BoxFuture;
use rmcp::RoleServer;
use rmcp::model::{ElicitRequestParams, ElicitationAction, ElicitationSchema};
use rmcp::service::{ElicitationMode, Peer};

use super::shown::approval_text;

/// How long a person may take.
const PATIENCE: Duration = Duration::from_secs(30 * 60);

/// Asks the user of an MCP client.
pub(super) struct Elicitation {
    peer: Peer<RoleServer>,
}

impl Elicitation {
    pub(super) fn new(peer: Peer<RoleServer>) -> Elicitation {
        Elicitation { peer }
    }

    async fn ask(&self, request: &ApprovalRequest) -> Approval {
        if !self.peer.supported_elicitation_modes().contains(&ElicitationMode::Form) {
            return Approval::NobodyThere;
        }
        let schema = ElicitationSchema::builder()
            .required_bool_property("approve", |property| {
                property.title("Approve").description("Whether this call may be made, this once")
            })
            .build();
        let Ok(requested_schema) = schema else { return Approval::NobodyThere };
        let params = ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: approval_text(request),
            requested_schema,
        };
        match self.peer.create_elicitation_with_timeout(params, Some(PATIENCE)).await {
            Ok(answer) if answer.action == ElicitationAction::Accept => {
                let approve = answer.content.as_ref().and_then(|content| content.get("approve"));
                match approve.and_then(serde_json::Value::as_bool) {
                    Some(true) => Approval::Yes,
                    _ => Approval::No,
                }
            }
            Ok(_) => Approval::No,
            // A client that breaks off has not said yes.
            Err(_) => Approval::NobodyThere,
        }
    }
}

impl Approver for Elicitation {
    fn approve<'a>(&'a self, request: &'a ApprovalRequest) -> BoxFuture<'a, Approval> {
        Box::pin(self.ask(request))
    }
}
