use caravan_core::model::PlanRequest;

fn changed(mut request: PlanRequest) -> PlanRequest {
    request.card = "obey".to_owned();
    request
}

fn main() {}
