import errno
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import ROOT, interruptible

import koproof

sys.path.insert(0, str(ROOT / "scripts" / "tests"))

from hand_made import pair  # noqa: E402  (found through the line above, like the next ones)
from naive_prover import seal  # noqa: E402
from support import position  # noqa: E402

CHECKER = "scripts/check_certificate.py"


def test_certificates_are_checked_here_and_without_koproof(tmp_path, results):
    for form in ("binary", "text"):
        path = tmp_path / f"2x3.{form}"
        certificate = koproof.certify("2x3", path, form=form)
        assert (certificate.path, certificate.value, certificate.data) == (path, 0, None)
        checked = koproof.check(path)
        assert (checked.statement, checked.value, checked.steps) == ("position", 0, certificate.steps)
        said = subprocess.run([sys.executable, results.parent / CHECKER, path], capture_output=True, text=True)
        assert said.returncode == 0, said.stderr


def test_certificates_in_memory_are_bytes():
    certificate = koproof.certify("2x2", moves=["a2"], form="text")
    assert certificate.data.startswith(b"koproof certificate 1\n")
    for source in (certificate, certificate.data):
        checked = koproof.check(source)
        assert (checked.value, checked.moves, checked.to_move) == (1, ["b a2"], "black")
    assert checked.board == koproof.Board("2x2") and checked.rules == koproof.Rules()


def test_certificates_that_the_repository_holds_are_proved(results):
    assert koproof.check(results / "certificates/3x3.nstt.kpc").value == 9
    table = koproof.check(results / "certificates/tables/2x2.tromp-taylor.kpc")
    assert (table.statement, table.value) == ("table", None)
    # One state of each orbit, as the manifest has it, with the values of results/tables.
    manifest = json.loads((results / "certificates/tables/2x2.tromp-taylor.json").read_text())
    assert (table.bounds, table.exact_states) == (manifest["roots"], manifest["exact_states"]) == (32, 16)
    assert len(table.states()) == 16
    values = koproof.Table.load(results / "tables/2x2.tromp-taylor.kpt")
    for position, to_move, at_least, at_most in table.states():
        assert at_least == at_most == values[position, to_move]


def test_a_bound_is_no_value():
    # A table of one state of 2x2, of which it proves one bound.
    lines = ["koproof certificate 1", "graph6 Cr", "superko positional", "suicide forbid", "table", "roots 1", "steps",
             "s black 0 .... >= -4 pass-forever", "r black .... >= -4 0", "end 1", "crc32 cf5415c1", ""]
    checked = koproof.check("\n".join(lines).encode())
    assert (checked.bounds, checked.exact_states) == (1, 0)
    assert checked.states() == [("../..", "black", -4, None)]
    assert "exact values of 0 states" in repr(checked)
    position = koproof.check(koproof.certify("2x2", moves=["a2"]))
    assert position.exact_states == 1 and position.states() == [("X./..", "white", 1, 1)]


def test_ctrl_c_stops_a_check_of_few_bytes_that_takes_minutes():
    # White alone reaches up to a million colorings in each step.
    points = 20
    colorings = ["." * point + "O" + "." * (points - point - 1) for point in range(points)]
    lines = ["koproof certificate 1", f"graph6 {koproof.Board(f'path:{points}').graph6}", "superko positional",
             "suicide forbid", "table", "roots 1", "steps",
             *(f"s black 0 {coloring} >= -{points} pass-forever" for coloring in colorings),
             f"r black {colorings[0]} >= -{points} 0", f"end {points}"]
    certificate = seal(lines)
    signalled = []

    def stop():
        signalled.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)

    with interruptible():
        threading.Timer(1.0, stop).start()
        with pytest.raises(koproof.Interrupted, match="not checked"):
            koproof.check(certificate)
        assert time.monotonic() - signalled[0] < 60


def test_a_limit_of_records_is_no_verdict(tmp_path, command):
    path = tmp_path / "pair.txt"
    path.write_bytes(pair())
    said = subprocess.run([command, "verify", path, "--record-limit", "7"], capture_output=True, text=True)
    for source in (path, path.read_bytes()):
        with pytest.raises(koproof.Stopped) as stopped:
            koproof.check(source, record_limit=7)
        assert said.returncode == 3 and said.stderr == f"koproof: {path}: {stopped.value}\n".replace("(record_limit)", "(--record-limit)")
        assert koproof.check(source, record_limit=8).value == 0


def test_limits_of_stones_take_the_place_of_records(tmp_path):
    path = tmp_path / "pair.txt"
    path.write_bytes(pair())
    reports = []
    for source in (path, path.read_bytes()):
        checked = koproof.check(source, limit_stones=True, record_limit=7, progress=reports.append)
        assert (checked.value, checked.steps) == (0, 7)
        # It is read twice.
        assert reports[-1].done == reports[-1].total == 2 * len(pair())
    wrong = pair(statement=position("..", "black", 1, 0))
    for limit_stones in (False, True):
        with pytest.raises(koproof.CertificateError, match="does not state"):
            koproof.check(wrong, limit_stones=limit_stones)


def test_a_certificate_that_cannot_be_read_is_not_refused(tmp_path):
    # Linux opens the memory of a process, but nothing is at its beginning.
    for limit_stones in (False, True):
        with pytest.raises(OSError) as failed:
            koproof.check("/proc/self/mem", limit_stones=limit_stones)
        assert (failed.value.errno, failed.value.filename) == (errno.EIO, "/proc/self/mem")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # A pipe that is open for both is read without waiting.
    held = os.open(pipe, os.O_RDWR)
    try:
        with pytest.raises(OSError, match="it must be read twice: name a file, not a pipe") as failed:
            koproof.check(pipe, limit_stones=True)
    finally:
        os.close(held)
    assert str(pipe) in str(failed.value) and "\n" not in str(failed.value)


def test_a_pipe_is_opened_once(tmp_path):
    pipe, written = tmp_path / "pipe", tmp_path / "1x3.kpc"
    os.mkfifo(pipe)
    koproof.certify("1x3", written)
    # In a process that can be stopped: a second open could wait without end, depending on the time.
    program = """if True:
        import subprocess, sys, koproof
        pipe, written = sys.argv[1:]
        for _ in range(100):
            with subprocess.Popen(["sh", "-c", 'exec cat "$1" >"$0"', pipe, written]):
                assert koproof.check(pipe).value == 3"""
    subprocess.run([sys.executable, "-c", program, pipe, written], check=True, timeout=60)


def test_ctrl_c_stops_the_wait_for_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with interruptible():
        threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT]).start()
        with pytest.raises(koproof.Interrupted, match="not checked"):
            koproof.check(tmp_path / "pipe")


def test_a_solver_without_proofs_refuses_to_certify_before_it_searches():
    heard = []
    with pytest.raises(ValueError, match="make it with proofs=True"):
        koproof.Solver("2x3").certify(progress=heard.append)
    assert heard == []


def test_changed_certificate_is_refused():
    data = koproof.certify("1x3", form="text").data
    with pytest.raises(koproof.CertificateError):
        koproof.check(data.replace(b"3", b"2", 2))
    with pytest.raises(koproof.CertificateError, match="stops before its end"):
        koproof.check(data[: len(data) // 2])
    with pytest.raises(koproof.CertificateError):
        koproof.check(b"no certificate at all")


def test_open_values_have_certificates_of_their_brackets():
    certificate = koproof.certify("3x4", nodes=2_000, threads=1)
    checked = koproof.check(certificate)
    assert certificate.value is None and checked.value is None
    assert certificate.bracket == (checked.at_least, checked.at_most)
    assert checked.at_least <= 4 <= checked.at_most


def test_a_short_search_has_a_certificate_of_the_bracket_of_every_game_as_from_the_command(tmp_path, command):
    path = tmp_path / "5x5.kpc"
    said = subprocess.run([command, "solve", "5x5", "--node-limit", "1000", "--certificate", path, "--quiet"], capture_output=True, text=True)
    assert said.returncode == 3 and "open, from W+25 to B+25" in said.stdout
    certificate = koproof.certify("5x5", nodes=1_000)
    assert (certificate.value, certificate.bracket) == (None, (-25, 25))
    for checked in (koproof.check(path), koproof.check(certificate)):
        assert (checked.at_least, checked.at_most, checked.steps) == (-25, 25, 2)


def test_a_certificate_takes_the_place_only_of_a_weaker_one_of_the_same_game(tmp_path):
    path = tmp_path / "x.kpc"
    koproof.certify("2x2", path)
    before = path.read_bytes()
    for found, arguments in [
        ("a certificate of another board", {"board": "2x3"}),
        ("a certificate of other rules", {"board": "2x2", "rules": "nstt"}),
        ("a certificate of a game with other moves", {"board": "2x2", "moves": ["a2"]}),
        ("a certificate of another position", {"board": "2x2", "position": "X./.."}),
        ("a certificate for the other player to move", {"board": "2x2", "to_move": "white"}),
    ]:
        with pytest.raises(FileExistsError) as refused:
            koproof.certify(path=path, **arguments)
        assert refused.value.errno == errno.EEXIST and refused.value.filename == str(path)
        assert refused.value.strerror == f"{found} is there already, choose another name or delete it"
        assert path.read_bytes() == before
    # Komi is no part of a certificate.
    koproof.certify("2x2", path, rules=koproof.Rules(komi=0.5), form="text")
    assert koproof.check(path).value == 1 and path.read_bytes() != before


def test_a_certificate_takes_no_place_of_a_file_of_another_kind(tmp_path):
    path = tmp_path / "x.kpc"
    path.write_bytes(b"")
    koproof.certify("1x3", path)
    path.write_text("my notes")
    # It is refused before the search, which does not end.
    with pytest.raises(FileExistsError, match="a file that is no certificate is there already"):
        koproof.certify("6x6", path, time=20)
    assert path.read_text() == "my notes"
    path.write_bytes(koproof.certify("1x3").data[:20])
    with pytest.raises(FileExistsError, match="a damaged certificate is there"):
        koproof.certify("1x3", path)


def test_a_bracket_does_not_take_the_place_of_a_value(tmp_path):
    path = tmp_path / "x.kpc"
    koproof.certify("3x3", path)
    before = path.read_bytes()
    with pytest.raises(FileExistsError, match="a certificate with other or narrower bounds is there already"):
        koproof.certify("3x3", path, nodes=100, threads=1)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    weaker = tmp_path / "weaker.kpc"
    koproof.certify("3x3", weaker, nodes=100, threads=1)
    assert koproof.check(weaker).value is None
    koproof.certify("3x3", weaker)
    assert koproof.check(weaker).value == 9


def test_a_file_that_cannot_be_written_is_an_error_of_the_system(tmp_path):
    path = tmp_path / "none" / "x.kpc"
    for write in (lambda: koproof.certify("1x3", path), lambda: koproof.table("1x2").save(path)):
        with pytest.raises(FileNotFoundError) as refused:
            write()
        assert (refused.value.errno, refused.value.filename) == (errno.ENOENT, str(path))
        assert str(refused.value) == f"[Errno 2] No such file or directory: '{path}'"
    # As on a full disk.
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    for write in (lambda: koproof.certify("3x3", tmp_path / "x.kpc"), lambda: koproof.certify("3x3", tmp_path / "x.txt"),
                  lambda: koproof.table("3x3").save(tmp_path / "x.kpt")):
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
        try:
            with pytest.raises(OSError) as refused:
                write()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert refused.value.errno == errno.EFBIG and refused.value.filename.startswith(str(tmp_path / "x."))
    for write in (lambda: koproof.certify("1x3", tmp_path), lambda: koproof.table("1x2").save(tmp_path)):
        with pytest.raises(OSError, match="is not a regular file, choose another name"):
            write()


def test_solver_without_proofs_says_how_to_keep_them():
    with pytest.raises(ValueError, match="proofs=True"):
        koproof.Solver("2x2").certify()
    with pytest.raises(FileNotFoundError):
        koproof.check("no such file")


def test_a_certificate_is_not_lost_when_another_program_writes_to_its_name_meanwhile(tmp_path):
    path = tmp_path / "x.kpc"
    beside = tmp_path / "x-2.kpc"
    with pytest.raises(FileExistsError) as refused:
        koproof.certify("1x12", path, progress=lambda _: path.write_text("notes"))
    assert refused.value.strerror == (
        f"a file that is no certificate is there by now, the new certificate is {beside}"
    )
    assert path.read_text() == "notes"
    assert koproof.check(beside).value == 2
    assert sorted(tmp_path.iterdir()) == [beside, path]
