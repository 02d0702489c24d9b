use caravan_core::model::PlanRequest;

fn changed(mut request: PlanRequest) -> PlanRequest {
    request.card = "obey".to_owned(); //~ field `card` of struct `PlanRequest` is private
    request
}

fn main() {}
