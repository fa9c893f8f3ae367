//! Exact values of tiny Go boards under superko.
