//! The content of the files of a data set.

use std::sync::atomic::{AtomicUsize, Ordering};

use koproof_batch::{
    Cell, DataForm, ExportError, Kind, Merged, Task, check_export, export, export_unless,
};

use super::{plan, run_whole};

/// Returns a batch with done, open and failed units, and texts that need quotes.
fn merged(folder: &std::path::Path) -> Merged {
    let plan = plan(
        "path:3 edges:0-2,1-2 path:18 2x4",
        &["nstt", "tromp-taylor"],
        Task::AllColorings,
        150,
    );
    let tally = run_whole(&plan, folder);
    assert!(
        tally.done > 0 && tally.open > 0 && tally.failed > 0,
        "{tally:?}"
    );
    Merged::new(&[folder]).expect("it is a batch")
}

#[test]
fn csv_and_json_lines_hold_the_same_cells() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let merged = merged(&folder.path().join("batch"));
    let paths = ["data.csv", "data.jsonl"].map(|name| folder.path().join(name));
    export(&merged, &paths).expect("it can be written");
    let mut lines = csv::Reader::from_path(&paths[0]).expect("it is CSV");
    let header = lines.headers().expect("it has names").clone();
    let names: Vec<&str> = merged.columns().iter().map(|column| column.name).collect();
    assert_eq!(header.iter().collect::<Vec<_>>(), names);
    let text = std::fs::read_to_string(&paths[1]).expect("it was written");
    let objects = text.lines().map(|line| {
        serde_json::from_str::<serde_json::Value>(line).expect("each line is an object")
    });
    let mut count = 0;
    for ((record, object), row) in lines.records().zip(objects).zip(merged.rows()) {
        let record = record.expect("it is CSV");
        count += 1;
        for ((column, field), cell) in merged.columns().iter().zip(&record).zip(&row) {
            let value = &object[column.name];
            match (column.kind, cell) {
                (_, Cell::Null) => {
                    assert_eq!(field, "");
                    assert!(value.is_null());
                }
                (Kind::Text, Cell::String(text)) => {
                    assert_eq!(field, text);
                    assert_eq!(value, text);
                }
                (Kind::Integer, Cell::Number(number)) => {
                    assert_eq!(field.parse().ok(), number.as_i64());
                    assert_eq!(value, cell);
                }
                (Kind::Real, Cell::Number(number)) => {
                    assert!(number.is_f64());
                    assert_eq!(field.parse().ok(), number.as_f64());
                    assert_eq!(value, cell);
                }
                other => panic!("{}: {other:?}", column.name),
            }
        }
    }
    assert_eq!(count, 6);
}

#[test]
fn parquet_holds_the_same_cells() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let folder = tempfile::tempdir().expect("a temporary folder");
    let merged = merged(&folder.path().join("batch"));
    let path = folder.path().join("data.parquet");
    export(&merged, std::slice::from_ref(&path)).expect("it can be written");
    let file = std::fs::File::open(&path).expect("it was written");
    let reader = SerializedFileReader::new(file).expect("it is Parquet");
    let mut rows = merged.rows();
    for record in reader.get_row_iter(None).expect("it has rows") {
        let record = record.expect("it is whole");
        let row = rows
            .next()
            .expect("there are no more rows than there should be");
        for ((name, field), (column, cell)) in record
            .get_column_iter()
            .zip(merged.columns().iter().zip(row))
        {
            assert_eq!(name, column.name);
            let read = match field {
                Field::Null => Cell::Null,
                Field::Long(number) => (*number).into(),
                Field::Double(number) => (*number).into(),
                Field::Str(text) => text.as_str().into(),
                other => panic!("{name}: {other:?}"),
            };
            assert_eq!(read, cell, "{name}");
        }
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn the_manifest_has_checksums_columns_and_counts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let merged = merged(&folder.path().join("batch"));
    let path = folder.path().join("data.csv");
    let manifest = export(&merged, std::slice::from_ref(&path)).expect("it can be written");
    let manifest = manifest.expect("there is one");
    assert_eq!(manifest, folder.path().join("data.manifest.json"));
    let manifest = std::fs::read(manifest).expect("it was written");
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("it is JSON");
    let content = std::fs::read(&path).expect("it was written");
    assert_eq!(manifest["files"][0]["name"], "data.csv");
    assert_eq!(
        manifest["files"][0]["sha256"],
        koproof_batch::sha256(&content)
    );
    assert_eq!(manifest["boards"], 3);
    assert_eq!(manifest["rows"], 6);
    assert_eq!(manifest["units"]["total"], 6);
    assert_eq!(manifest["columns"][0]["name"], "graph6");
}

#[test]
fn unknown_endings_are_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let merged = merged(&folder.path().join("batch"));
    let paths = ["data.csv", "data.xlsx"].map(|name| folder.path().join(name));
    let refused = export(&merged, &paths)
        .expect_err("nobody writes that")
        .to_string();
    assert!(refused.contains("data.xlsx"), "{refused}");
    assert!(!paths[0].exists());
    assert!(DataForm::of(&folder.path().join("data")).is_err());
}

#[test]
fn an_export_that_is_stopped_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let merged = merged(&folder.path().join("batch"));
    let paths = ["data.csv", "data.jsonl"].map(|name| folder.path().join(name));
    // Before the first row, in the second file, and after all rows.
    let all = 2 * (merged.rows().count() + 1);
    for asked in [0, all / 2 + 1, all] {
        let times = AtomicUsize::new(0);
        let is_stopped = || times.fetch_add(1, Ordering::Relaxed) >= asked;
        let why = export_unless(&merged, &paths, &is_stopped).expect_err("it is stopped");
        assert!(matches!(why, ExportError::Stopped), "{why}");
        let files = std::fs::read_dir(folder.path()).expect("it is there");
        assert_eq!(files.count(), 1, "the batch");
    }
}

#[test]
fn a_manifest_replaces_a_manifest_and_no_other_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let merged = merged(&folder.path().join("batch"));
    let path = folder.path().join("data.csv");
    let paths = std::slice::from_ref(&path);
    let manifest = folder.path().join("data.manifest.json");
    for other in [
        "",
        "{}",
        r#"{"name": "a page", "version": "1", "files": ["a.js"]}"#,
    ] {
        std::fs::write(&manifest, other).expect("it can be written");
        for refused in [check_export(paths), export(&merged, paths).map(drop)] {
            let refused = refused.expect_err("it is another program's");
            assert!(matches!(refused, ExportError::Manifest(_)), "{refused}");
        }
        let there = std::fs::read_to_string(&manifest).expect("it is there");
        assert_eq!(there, other);
        assert!(!path.exists());
    }
    std::fs::remove_file(&manifest).expect("it is there");
    export(&merged, paths).expect("no file has the name");
    let first = std::fs::read(&manifest).expect("it was written");
    check_export(paths).expect("it is a manifest");
    export(&merged, paths).expect("it is a manifest");
    assert_eq!(std::fs::read(&manifest).expect("it is there"), first);
}

/// The manifests were written by earlier versions of the program.
#[test]
fn the_published_manifests_may_be_replaced() {
    let results = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    for name in [
        "atlas/empty-7.csv",
        "atlas/all-colorings-6.csv",
        "series/graphs.csv",
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let data = results.join(name);
        let manifest = data.with_extension("manifest.json");
        std::fs::copy(manifest, folder.path().join("data.manifest.json")).expect("it is there");
        check_export(&[folder.path().join("data.csv")]).expect("it is a manifest");
    }
}

#[test]
fn the_list_of_boards_of_a_batch_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let batch = folder.path().join("batch");
    let merged = merged(&batch);
    let list = batch.join("units/../boards.jsonl");
    let before = std::fs::read(&list).expect("the list of boards");
    let paths = [folder.path().join("data.csv"), list];
    let refused = export(&merged, &paths).expect_err("it is the batch's");
    assert!(matches!(refused, ExportError::Batch(_)), "{refused}");
    let result = &super::result_files(&batch)[0];
    for file in [&batch.join("batch.json"), result] {
        let refused = koproof_batch::check_rows(file).expect_err("it is the batch's");
        assert!(matches!(refused, ExportError::Batch(_)), "{refused}");
    }
    assert!(!paths[0].exists());
    assert_eq!(std::fs::read(&paths[1]).expect("it is there"), before);
    std::fs::remove_file(batch.join("batch.json")).expect("it is there");
    export(&merged, &paths).expect("without its settings it is no batch");
}

/// The question is the one that `koproof batch lead` writes first.
#[test]
fn the_files_of_a_leader_are_not_replaced_and_others_beside_them_are() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [question, tree, own] =
        ["question.json", "tree.json", "rows.json"].map(|name| folder.path().join(name));
    for path in [&question, &tree, &own] {
        std::fs::write(path, "{}").expect("it can be written");
    }
    for path in [&question, &tree] {
        let refused = koproof_batch::check_rows(path).expect_err("it is the leader's");
        assert!(matches!(refused, ExportError::Batch(_)), "{refused}");
    }
    koproof_batch::check_rows(&own).expect("it is nobody's");
}

/// Source: NIST FIPS 180-4, the example of one block.
#[test]
fn checksums_are_sha256() {
    assert_eq!(
        koproof_batch::sha256(b"abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
}
