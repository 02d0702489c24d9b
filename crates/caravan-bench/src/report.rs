//! Tables of what runs came to.
