//! The items that `#[derive(Encode, Decode)]` refers to.
//!
//! A type that goes into a container derives both traits with `#[bincode(crate = "koproof_store::wire")]`. Its crate
//! then needs no bincode of its own, so no crate but this one can choose another encoding or forget a limit.

pub use bincode::{BorrowDecode, Decode, Encode, de, enc, error};
