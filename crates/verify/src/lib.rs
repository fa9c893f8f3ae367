//! Claims, certificates, their checker, and the naive oracle.
