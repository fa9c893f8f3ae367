//! The groups under which `koproof --help` lists the commands.

use std::fmt::Write;

use clap::Command;

/// The first command of each group, in the order in which the commands are defined, and the heading of the group.
const GROUPS: [(&str, &str); 7] = [
    ("solve", "Solve and play"),
    ("table", "Tables"),
    ("verify", "Proofs"),
    ("batch", "Many boards"),
    ("boards", "Boards and rules"),
    ("draw", "Pictures"),
    ("self", "This program"),
];

/// Lets `koproof --help` list the commands under the headings of their groups, each with its own description.
pub(crate) fn grouped(program: Command) -> Command {
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for command in program.get_subcommands() {
        let name = command.get_name();
        if let Some((_, heading)) = GROUPS.iter().find(|(first, _)| *first == name) {
            let _ = write!(text, "\n{heading}:\n");
        }
        let about = command.get_about().cloned().unwrap_or_default();
        let _ = writeln!(text, "  {name:<12}{about}");
    }
    text += "
Options:
  -h, --help     Print help
  -V, --version  Print the version
{after-help}
";
    program.help_template(text)
}
