//! Claims, certificates, their checker, and the naive oracle.

mod oracle;

pub use oracle::{Answer, Oracle, OracleError, OracleGame, OracleMove};
