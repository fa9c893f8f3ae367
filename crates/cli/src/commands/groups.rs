//! The groups under which `koproof --help` lists the commands.

use std::fmt::Write;

use clap::Command;

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

/// Lets `koproof --help` list the commands under the headings of their groups, each with its own description.
pub(crate) fn grouped(program: Command) -> Command {
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
    text += "
Options:
  -h, --help     Print help
  -V, --version  Print the version
{after-help}
";
    program.help_template(text)
}
