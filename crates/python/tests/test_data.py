import csv
import errno
import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import interruptible
from naive import BLACK, WHITE, Rules

import koproof


def rows_of_command(command, path):
    text = subprocess.run([command, "table", "export", path], capture_output=True, text=True, check=True).stdout
    return {(row["position"], row["to_move"]): int(row["value"]) for row in csv.DictReader(text.splitlines())}


@pytest.fixture(scope="module")
def table():
    return koproof.table("3x3")


def test_table_of_3x3_is_an_array_with_the_values_that_the_command_exports(table, results, command):
    values = table.values
    assert isinstance(values, numpy.ma.MaskedArray) and values.shape == (3,) * 9 + (2,)
    assert values.count() == len(table) == 25_350
    held = rows_of_command(command, results / "tables/3x3.tromp-taylor.kpt")
    assert len(held) == 25_350
    for (position, to_move), value in held.items():
        index = tuple(".XO".index(symbol) for symbol in position) + (int(to_move == "white"),)
        assert values[index] == value
        assert table[position, to_move] == value


@pytest.mark.parametrize("board", ["2x2", "2x3", "cycle:5"])
@pytest.mark.parametrize("rules", ["nstt", "tromp-taylor"])
def test_tables_are_those_that_the_repository_holds(board, rules, results, tmp_path):
    path = results / f"tables/{board.replace(':', '-')}.{rules}.kpt"
    found = koproof.table(board, rules=rules)
    assert found == koproof.Table.load(path)
    found.save(tmp_path / "again.kpt")
    assert (tmp_path / "again.kpt").read_bytes() == path.read_bytes()


def test_array_is_a_view_of_the_bytes_that_rust_filled(table):
    assert table.values.dtype == numpy.int8 and not table.values.data.flags.owndata


def test_array_and_frame_are_made_once(table):
    one, other = table.values, table.values
    assert numpy.shares_memory(one.data, other.data) and not one.data.flags.writeable
    # A mask of its own leaves that of others alone.
    one[(0,) * 10] = numpy.ma.masked
    assert one[(0,) * 10] is numpy.ma.masked and other[(0,) * 10] == table.values[(0,) * 10] == table["." * 9]
    columns = [pyarrow.table(frame).column("value").chunk(0).buffers()[1].address for frame in (table.frame(), table, table.frame())]
    assert len(set(columns)) == 1


@pytest.mark.parametrize("fill", [lambda table: table.values, lambda table: table.frame()])
def test_ctrl_c_ends_the_filling_of_arrays_and_frames_and_other_threads_run_meanwhile(fill, results):
    # It takes seconds.
    table, turns, filled = koproof.Table.load(results / "tables/3x5.nstt.kpt"), [], []
    def interrupt():
        for _ in range(10):
            time.sleep(0.01)
            turns.append(True)
        signal.raise_signal(signal.SIGINT)
    with interruptible():
        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(koproof.Interrupted, match=r"not (filled|collected)"):
            filled.append(fill(table))
            # What is filled too soon fails this test: the signal must not end all tests instead.
            thread.join()
        thread.join()
    assert len(turns) == 10 and not filled


def test_frames_of_polars_pandas_and_arrow_have_the_same_rows(table, results, command):
    held = rows_of_command(command, results / "tables/3x3.tromp-taylor.kpt")
    for frame in (table.to_polars(), polars.DataFrame(table)):
        assert {row[:2]: row[2] for row in frame.iter_rows()} == held
    frame = table.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 25_350
    assert frame.value.mean() == table.values.mean() == table.to_polars()["value"].mean()
    assert pyarrow.table(table).schema.field("value").metadata[b"unit"] == b"points"


def test_illegal_colorings_have_no_value(table):
    assert table["XOX/OXO/XOX", "black"] is None
    assert "XOX/OXO/XOX" not in table and "XX" not in table and ("." * 9, "green") not in table
    assert "." * 9 in table and ("." * 9, "white") in table
    # No board has 128 points.
    assert set(numpy.unique(table.values.filled())) - set(numpy.unique(table.values.compressed())) == {-128}
    assert table.values[(1, 2) * 4 + (1, 0)] is numpy.ma.masked
    assert sum(black for _, black, _ in table.histogram()) == 12_675


def test_limit_of_a_table_raises():
    with pytest.raises(koproof.Stopped, match="node limit"):
        koproof.table("3x3", nodes=50)


def test_table_file_that_is_damaged_is_refused(results, tmp_path):
    content = bytearray((results / "tables/2x2.nstt.kpt").read_bytes())
    content[-9] ^= 1
    (tmp_path / "damaged.kpt").write_bytes(content)
    with pytest.raises(ValueError):
        koproof.Table.load(tmp_path / "damaged.kpt")
    with pytest.raises(FileNotFoundError, match="none.kpt"):
        koproof.Table.load(tmp_path / "none.kpt")
    with pytest.raises(OSError):
        koproof.table("1x2").save(tmp_path / "none" / "table.kpt")


@pytest.mark.parametrize("task, most", [("empty", 7), ("all-colorings", 6)])
def test_atlas_has_the_rows_of_the_data_set(task, most, results):
    for points in range(1, most + 1):
        held = polars.read_csv(results / f"atlas/{task}-{points}.csv", infer_schema_length=None)
        found = koproof.atlas(points, task=task).to_polars()
        assert found.columns == held.columns
        assert found.cast(polars.String).fill_null("").equals(held.cast(polars.String).fill_null(""))


def test_a_table_replaces_tables_and_no_other_file(tmp_path):
    path, table = tmp_path / "file", koproof.table("1x2")
    path.write_text("a letter")
    with pytest.raises(FileExistsError, match="a file that is no table is there already"):
        table.save(path)
    assert path.read_text() == "a letter"
    path.write_text("")
    table.save(path)
    koproof.table("1x3").save(path)
    assert koproof.Table.load(path) == koproof.table("1x3")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("read", [koproof.Board.read, koproof.Table.load])
def test_a_pipe_is_refused_at_once(read, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="is no regular file: copy it into one"):
        read(tmp_path / "pipe")


def test_a_table_that_cannot_be_read_is_not_called_damaged():
    # Linux opens the memory of a process, but nothing is at its beginning.
    with pytest.raises(OSError) as failed:
        koproof.Table.load("/proc/self/mem")
    assert (failed.value.errno, failed.value.filename) == (errno.EIO, "/proc/self/mem")


def test_a_frame_lists_its_columns():
    frame = koproof.atlas(1)
    assert list(frame) == frame.columns and "value" in frame and "values" not in frame


def test_atlas_can_be_had_by_rule_set():
    assert len(koproof.atlas(6)) == 448 and len(koproof.atlas(6, rules="nstt")) == 112
    assert koproof.atlas(1).describe()[0][0] == "graph6"


def test_class_of_a_board_is_its_row_of_the_atlas():
    frame = koproof.atlas(6, rules="tromp-taylor").to_polars()
    for name in ["2x3", "cycle:6", "star:6", "prism:3"]:
        row = frame.row(by_predicate=polars.col("graph6") == koproof.Board(name).isomorphism_class(), named=True)
        assert row["value"] == koproof.solve(name).value
        assert row["automorphisms"] == koproof.Board(name).automorphisms()


def test_a_key_without_a_player_has_black_to_move():
    table = koproof.table("1x2")
    rules = Rules(2, [(0, 1)])
    for coloring in filter(rules.is_legal, itertools.product(range(3), repeat=2)):
        position = "".join(".XO"[color] for color in coloring)
        black = rules.value(coloring, BLACK)
        assert table[position] == table[coloring] == table[list(coloring)] == table[coloring, "black"] == table[position, "black"] == black
        assert table[coloring, "white"] == table[position, "white"] == rules.value(coloring, WHITE)


@pytest.mark.parametrize("make", [lambda: koproof.atlas(7, rules="nstt"), lambda: koproof.atlas(3, task="all-colorings"),
                                  lambda: koproof.table("2x2").frame()])
def test_frames_are_read_without_other_libraries_as_with_them(make):
    frame, polar = make(), make().to_polars()
    assert frame.rows() == polar.to_dicts() and len(frame) == len(frame.rows()) == polar.height
    for name in frame.columns:
        assert frame[name] == polar[name].to_list()
    with pytest.raises(KeyError, match=f"no column 'colour': the columns are {', '.join(frame.columns)}"):
        frame["colour"]


def test_frames_need_no_other_library():
    code = "import koproof, sys; koproof.atlas(3).rows(); sys.exit(bool({'numpy', 'polars', 'pandas', 'pyarrow'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_atlas_takes_rules_as_other_calls_do():
    by_name = koproof.atlas(5, rules="nstt").rows()
    assert by_name and {row["rules"] for row in by_name} == {"nstt"}
    for rules in (koproof.Rules("nstt"), koproof.Rules(suicide=False), koproof.Rules("nstt", komi=6.5), "tromp-taylor-no-suicide"):
        assert koproof.atlas(5, rules=rules).rows() == by_name
