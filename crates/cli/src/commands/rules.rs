//! `koproof rules`: the named rule sets, and the description of one.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use koproof_rules::Preset;
use serde::Serialize;

use crate::about::RulesJson;
use crate::arguments::FormatArgs;
use crate::exit::Exit;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof rules                    every preset
  koproof rules reiss              one preset, its source and the differences from it
  koproof rules --format json

Commands take --rules PRESET and, where they apply, --superko, --suicide, --scoring, --komi, --handicap and --players on top.")]
pub(crate) struct Args {
    /// The rule set to describe; without it, all are listed
    #[arg(value_parser = preset())]
    preset: Option<&'static Preset>,

    #[command(flatten)]
    format: FormatArgs,
}

fn preset() -> impl TypedValueParser<Value = &'static Preset> {
    let names = Preset::ALL.map(|preset| PossibleValue::new(preset.name).aliases(preset.alias));
    PossibleValuesParser::new(names)
        .map(|name| Preset::named(&name).expect("every possible value is the name of a preset"))
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match self.preset {
            Some(preset) => self
                .format
                .print(out, &PresetAnswer::new(preset), |about, out| {
                    about.write(out, &preset.rules.to_string())
                })?,
            None => {
                let presets: Vec<_> = Preset::ALL.iter().map(PresetAnswer::new).collect();
                let all = BTreeMap::from([("presets", &presets)]);
                self.format
                    .print(out, &all, |_, out| write_all(out, &presets))?;
            }
        }
        Ok(Exit::Done)
    }
}

#[derive(Debug, Serialize)]
struct PresetAnswer {
    name: &'static str,
    also: Option<&'static str>,
    about: &'static str,
    rules: RulesJson,
    source: &'static str,
    differs: &'static str,
}

impl PresetAnswer {
    fn new(preset: &Preset) -> Self {
        Self {
            name: preset.name,
            also: preset.alias,
            about: preset.about,
            rules: preset.rules.into(),
            source: preset.source,
            differs: preset.differs,
        }
    }

    fn write(&self, out: &mut dyn Write, rules: &str) -> io::Result<()> {
        writeln!(out, "{}: {}", self.name, self.about)?;
        if let Some(also) = self.also {
            writeln!(out, "also:    {also}")?;
        }
        writeln!(out, "rules:   {rules}")?;
        writeln!(out, "source:  {}", self.source)?;
        writeln!(out, "differs: {}", self.differs)
    }
}

fn write_all(out: &mut dyn Write, all: &[PresetAnswer]) -> io::Result<()> {
    let width = all.iter().map(|about| about.name.len()).max().unwrap_or(0);
    for about in all {
        writeln!(out, "{:width$}  {}", about.name, about.about)?;
    }
    writeln!(
        out,
        "\nkoproof rules NAME says where a rule set comes from and how it differs from its source."
    )
}
