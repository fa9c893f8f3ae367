import json
import subprocess
import sys

import pytest

import koproof

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


def test_solver_without_proofs_says_how_to_keep_them():
    with pytest.raises(ValueError, match="proofs=True"):
        koproof.Solver("2x2").certify()
    with pytest.raises(FileNotFoundError):
        koproof.check("no such file")
