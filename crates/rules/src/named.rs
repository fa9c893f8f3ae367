//! Rules that are read and written by name.

/// Lets the rules of an enum be read and written by these names. The error for other names has the name of the enum.
macro_rules! named {
    ($rule:ident: $($value:ident = $name:literal),+ $(,)?) => {
        impl std::fmt::Display for $rule {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $(Self::$value => $name,)+
                })
            }
        }

        impl std::str::FromStr for $rule {
            type Err = crate::RulesetError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$value),)+
                    _ => Err(crate::RulesetError::$rule(text.to_owned())),
                }
            }
        }
    };
}
pub(crate) use named;
