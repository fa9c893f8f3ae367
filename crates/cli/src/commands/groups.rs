//! The groups under which `koproof --help` lists the commands.

use std::fmt::Write;

use clap::Subcommand;

use super::Command;

/// The heading of each group, and its commands in their order.
const GROUPS: &[(&str, &[&str])] = &[
    ("Solve and play", &["solve", "explore", "play", "gtp"]),
    ("Tables", &["table", "retrograde"]),
    ("Proofs", &["verify", "certificate"]),
    ("Many boards", &["batch", "compare"]),
    (
        "Boards and rules",
        &[
            "boards", "rules", "show", "score", "status", "count", "game",
        ],
    ),
    ("Pictures", &["draw", "plot"]),
    ("This program", &["self"]),
];

/// Returns the template of `koproof --help`: the commands under the headings of their groups, each with its own description.
pub(crate) fn help_template() -> String {
    let program = Command::augment_subcommands(clap::Command::new("koproof"));
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (heading, names) in GROUPS {
        let _ = write!(text, "\n{heading}:\n");
        let commands = names
            .iter()
            .filter_map(|name| program.find_subcommand(name));
        for command in commands {
            let about = command.get_about().cloned().unwrap_or_default();
            let _ = writeln!(text, "  {:<12}{about}", command.get_name());
        }
    }
    text + "
Options:
  -h, --help     Print help
  -V, --version  Print the version
{after-help}
"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group_and_every_name_in_a_group_is_a_command() {
        let program = Command::augment_subcommands(clap::Command::new("koproof"));
        let mut commands: Vec<&str> = program
            .get_subcommands()
            .map(|one| one.get_name())
            .collect();
        let mut listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        commands.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, commands);
        assert!(commands.len() <= 20, "{commands:?}");
    }
}
