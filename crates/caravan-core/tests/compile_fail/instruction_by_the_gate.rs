use caravan_core::gate::{own_words, pass, paste};

fn main() {}
