//! The content of one row and column.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// The content of one row and column.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// Nothing: the value is unknown or does not exist.
    Empty,
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Real(f64),
    /// A text.
    Text(String),
}

/// Reads what [`Serialize`] writes without tags. The derived reader tries one variant after the other, and each failure
/// formats an error; data sets have millions of cells.
impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = match Value::deserialize(deserializer)? {
            Value::Null => return Ok(Self::Empty),
            Value::Bool(is_so) => return Ok(Self::Boolean(is_so)),
            // No column has whole numbers beyond 64 bits with sign.
            Value::Number(number) => {
                let real = || Self::Real(number.as_f64().unwrap_or(f64::NAN));
                return Ok(number.as_i64().map_or_else(real, Self::Integer));
            }
            Value::String(text) => return Ok(Self::Text(text)),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        Err(D::Error::invalid_type(
            found,
            &"nothing, a truth value, a number or a text",
        ))
    }
}

impl From<bool> for Cell {
    fn from(is_so: bool) -> Self {
        Self::Boolean(is_so)
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells as the derived reader reads them.
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Tried {
        Empty,
        Boolean(bool),
        Integer(i64),
        Real(f64),
        Text(String),
    }

    impl From<Tried> for Cell {
        fn from(tried: Tried) -> Self {
            match tried {
                Tried::Empty => Self::Empty,
                Tried::Boolean(is_so) => Self::Boolean(is_so),
                Tried::Integer(number) => Self::Integer(number),
                Tried::Real(number) => Self::Real(number),
                Tried::Text(text) => Self::Text(text),
            }
        }
    }

    #[test]
    fn a_cell_is_what_trying_every_variant_makes_of_it() {
        for text in [
            "null",
            "true",
            "false",
            "0",
            "-7",
            "-0",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551616",
            "-9223372036854775808",
            "-9223372036854775809",
            "1.0",
            "0.1",
            "1e3",
            "-0.0",
            "5e-324",
            r#""""#,
            r#""7""#,
            r#""null""#,
            r#""B\u2212W \"x\"""#,
            "[]",
            "{}",
            "[1]",
        ] {
            let tried = serde_json::from_str::<Tried>(text).ok().map(Cell::from);
            let read = serde_json::from_str::<Cell>(text).ok();
            // Unlike `==`, the text of a number distinguishes -0.0 from 0.0.
            assert_eq!(format!("{read:?}"), format!("{tried:?}"), "{text}");
        }
    }

    #[test]
    fn a_written_cell_is_read_back() {
        for cell in [
            Cell::Empty,
            true.into(),
            i64::MIN.into(),
            Cell::Real(3.0),
            Cell::Real(0.1 + 0.2),
            "−3".into(),
        ] {
            let text = serde_json::to_string(&cell).expect("it is a value");
            let read: Cell = serde_json::from_str(&text).expect("it was a cell");
            assert_eq!(read, cell, "{text}");
        }
    }

    #[test]
    fn a_list_is_no_cell_and_the_error_says_what_is() {
        let error = serde_json::from_str::<Cell>("[1]").expect_err("it is a list");
        let said = "invalid type: sequence, expected nothing, a truth value, a number or a text";
        assert!(error.to_string().starts_with(said), "{error}");
    }
}
