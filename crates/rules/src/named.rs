//! Rules that are read and written by name.

/// Lists the rules of an enum, and lets them be read and written by these names. The error for other names has the name of
/// the enum.
macro_rules! named {
    ($rule:ident: $($value:ident = $name:literal),+ $(,)?) => {
        impl $rule {
            /// All of them.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// Returns the name, in which it is read and written.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }
        }

        impl std::fmt::Display for $rule {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl serde::Serialize for $rule {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
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
