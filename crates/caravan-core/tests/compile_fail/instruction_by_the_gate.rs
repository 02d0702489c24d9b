use caravan_core::gate::own_words; //~ function `own_words` is private
use caravan_core::gate::pass; //~ function `pass` is private
use caravan_core::gate::paste; //~ function `paste` is private

fn main() {}
