//! Rules of play.

use koproof_rules::{Komi, Preset, Ruleset, Suicide};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::error::{bad, wrong_type};
use crate::score::Score;
use crate::work::real;

/// Rules of play and scoring: a named rule set, with changes.
///
/// >>> Rules("nstt")
/// Rules('nstt')
/// >>> Rules(suicide=False, komi=6.5)
/// Rules('nstt', komi=6.5)
/// >>> Rules("reiss").komi
/// 6.5
///
/// `superko` is "positional", "situational", "natural-situational" or "taylor"; `scoring` is "area", "taylor" or
/// "territory"; `komi` is the number of points for White, a multiple of one half. `Rules.names()` lists the named rule
/// sets.
#[pyclass(frozen, eq, hash, module = "koproof")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rules(pub(crate) Ruleset);

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (name="tromp-taylor", *, superko=None, suicide=None, scoring=None, komi=None))]
    fn new(
        name: &str,
        superko: Option<&str>,
        suicide: Option<bool>,
        scoring: Option<&str>,
        komi: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut rules: Ruleset = name.parse().map_err(bad)?;
        if let Some(superko) = superko {
            rules.superko = superko.parse().map_err(bad)?;
        }
        if let Some(legal) = suicide {
            rules.suicide = if legal {
                Suicide::Allow
            } else {
                Suicide::Forbid
            };
        }
        if let Some(scoring) = scoring {
            rules.scoring = scoring.parse().map_err(bad)?;
        }
        if let Some(komi) = komi {
            let komi = real(&komi, "komi is a number")?;
            rules.komi = komi.to_string().parse::<Komi>().map_err(bad)?;
        }
        Ok(Self(rules))
    }

    /// Returns the names of rule sets, each with a description.
    #[staticmethod]
    fn names() -> Vec<(&'static str, &'static str)> {
        Preset::ALL
            .iter()
            .map(|preset| (preset.name, preset.about))
            .collect()
    }

    /// The name of these rules without komi; None if they have no name.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        Preset::of(&self.0).map(|preset| preset.name)
    }

    /// The superko rule.
    #[getter]
    fn superko(&self) -> String {
        self.0.superko.to_string()
    }

    /// Whether suicide is allowed.
    #[getter]
    fn suicide(&self) -> bool {
        self.0.suicide == Suicide::Allow
    }

    /// The scoring.
    #[getter]
    fn scoring(&self) -> String {
        self.0.scoring.to_string()
    }

    /// The komi: points for White for moving second.
    #[getter]
    fn komi(&self) -> Score {
        Score::new(0, Komi::from_half_points(-self.0.komi.half_points()))
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let keywords = PyDict::new(py);
        keywords.set_item("superko", self.superko())?;
        keywords.set_item("suicide", self.suicide())?;
        keywords.set_item("scoring", self.scoring())?;
        keywords.set_item("komi", self.komi())?;
        Ok((PyTuple::empty(py), keywords))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        self.shown()
    }
}

impl Rules {
    /// Writes the rules as the call that makes them.
    pub(crate) fn shown(&self) -> String {
        let preset = Preset::of(&self.0);
        let mut parts = match preset {
            Some(preset) => vec![format!("'{}'", preset.name)],
            None => vec![
                format!("superko='{}'", self.0.superko),
                format!("suicide={}", if self.suicide() { "True" } else { "False" }),
                format!("scoring='{}'", self.0.scoring),
            ],
        };
        // A named rule set may bring komi of its own.
        if self.0.komi != preset.map_or(Komi::ZERO, |preset| preset.rules.komi) {
            parts.push(format!("komi={}", self.0.komi));
        }
        format!("Rules({})", parts.join(", "))
    }
}

/// Rules as given from Python: rules, or the name of a rule set.
pub(crate) struct RulesLike(Ruleset);

impl<'py> FromPyObject<'_, 'py> for RulesLike {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(rules) = given.cast::<Rules>() {
            return Ok(Self(rules.get().0));
        }
        match given.cast::<PyString>() {
            Ok(name) => name.to_cow()?.parse().map(Self).map_err(bad),
            Err(_) => Err(wrong_type(
                "rules is a Rules or the name of a rule set",
                &given,
            )),
        }
    }
}

impl RulesLike {
    /// Returns the given rules, by default Tromp-Taylor rules.
    pub(crate) fn rules(given: Option<Self>) -> Ruleset {
        given.map_or(Ruleset::TROMP_TAYLOR, |rules| rules.0)
    }
}
