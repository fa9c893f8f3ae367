//! The columns agree with docs/data.md.

use koproof_batch::{Task, columns};

#[test]
fn every_column_is_documented_as_it_is() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/data.md");
    let text = std::fs::read_to_string(path).expect("it is there");
    for task in Task::ALL {
        let mut table =
            format!("## `{task}`\n\n| column | type | counts | meaning |\n|---|---|---|---|\n");
        for column in columns(task) {
            let (name, kind) = (column.name, column.kind.name());
            table += &format!(
                "| `{name}` | {kind} | {} | {} |\n",
                column.unit, column.about
            );
        }
        assert!(text.contains(&table), "docs/data.md should have\n\n{table}");
    }
}

#[test]
fn no_table_has_two_columns_of_one_name() {
    for task in Task::ALL {
        let mut names: Vec<&str> = columns(task).iter().map(|column| column.name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "{task}");
    }
}
