import concurrent.futures
import copy
import multiprocessing
import pickle

import pytest

import koproof


def through(thing):
    """What comes out of a pickle, in every protocol that passes on all kinds of objects."""
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(thing, protocol))
    yield copy.copy(thing)
    yield copy.deepcopy(thing)


@pytest.mark.parametrize("source", ["2x3", "petersen", "g6:DQw", "1x2+cycle:3", "edges:0-1,2", [(0, 1), (1, 2)]])
def test_boards_come_back(source):
    board = koproof.Board(source)
    for again in through(board):
        assert again == board and hash(again) == hash(board) and again.point_names == board.point_names


def test_a_board_of_a_file_comes_back_without_the_file(tmp_path):
    path = tmp_path / "triangle.txt"
    path.write_text("0 1\n1 2\n2 0\n")
    board = koproof.Board.read(path)
    path.unlink()
    for again in through(board):
        assert again == board and again.name == board.name


@pytest.mark.parametrize("rules", [
    koproof.Rules(), koproof.Rules("nstt"), koproof.Rules("reiss"), koproof.Rules(komi=-6.5),
    koproof.Rules(superko="taylor", suicide=False, scoring="territory", komi=3),
])
def test_rules_come_back(rules):
    for again in through(rules):
        assert again == rules


def test_games_and_lines_come_back_with_their_history():
    rules = koproof.Rules("nstt", komi=0.5)
    game = koproof.Game("2x2", position="X./..", to_move="white", moves=["b2", "pass"], rules=rules)
    line = koproof.solve("2x2", moves=["a2"]).line
    for again in through(game):
        assert str(again.history) == str(game.history) and again.rules == game.rules and again.board == game.board
        assert (again.position, again.to_move, again.legal_moves()) == (game.position, game.to_move, game.legal_moves())
        again.undo()
        assert len(game) == 2
    for again in through(line):
        assert list(again) == list(line) and again.svg() == line.svg() and again.game.score == line.game.score


def test_tables_come_back():
    table = koproof.table("2x2", rules="nstt")
    for again in through(table):
        assert again == table and again["XX/..", "white"] == table["XX/..", "white"]


@pytest.mark.parametrize("solve", [
    lambda: koproof.solve("2x2", detail="lines"),
    lambda: koproof.solve("2x3", rules=koproof.Rules("nstt", komi=0.5), position="X../...", to_move="white", moves=["b1", "pass"]),
    lambda: koproof.solve("2x2", moves="b a2, w b2, b a1, w b1, b a2, w a1", detail="moves"),
    lambda: koproof.solve("4x4", nodes=1_000, threads=1),
    lambda: koproof.Game("1x2", moves=["pass", "pass"]).solve(),
])
def test_solutions_come_back(solve):
    solution = solve()
    shown = [name for name in dir(solution) if not name.startswith("_") and name != "svg"]
    for again in through(solution):
        assert again == solution and hash(again) == hash(solution)
        assert [getattr(again, name) for name in shown] == [getattr(solution, name) for name in shown]
        assert again.svg() == solution.svg() and repr(again) == repr(solution)
    for move in solution.moves:
        for again in through(move):
            assert again == move and hash(again) == hash(move) and repr(again) == repr(move)


def test_solutions_are_equal_by_what_is_known():
    solution = koproof.solve("2x2", detail="lines", threads=1)
    assert solution == koproof.solve("2x2", detail="lines", threads=2)
    others = [koproof.solve("2x2", detail="value"), koproof.solve("2x2", detail="lines", rules="nstt"), koproof.solve("cycle:4", detail="lines"),
              koproof.solve("2x2", detail="lines", moves=["pass"]), koproof.solve("2x2", detail="lines", rules=koproof.Rules(komi=0.5)), 1]
    assert all(solution != other for other in others)
    assert len({*solution.moves}) == 5 and solution.moves[0] != solution.moves[1]


def test_processes_return_solutions_and_send_progress():
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(koproof.solve, "2x3").result() == koproof.solve("2x3")
    reports = []
    koproof.solve("2x2", progress=reports.append)
    assert list(through(reports[-1])) == [reports[-1]] * (pickle.HIGHEST_PROTOCOL + 1)


@pytest.mark.parametrize("make", [
    lambda: koproof.atlas(4), lambda: koproof.atlas(8, rules="nstt"), lambda: koproof.atlas(3, task="all-colorings"),
    lambda: koproof.table("2x2").frame(),
])
def test_frames_come_back(make):
    frame = make()
    for again in through(frame):
        assert again == frame and again.rows() == frame.rows() and again.describe() == frame.describe()
        assert again.to_polars().equals(frame.to_polars())


def test_frames_are_equal_by_their_cells():
    frame = koproof.table("2x2").frame()
    assert frame == koproof.table("2x2").frame() != koproof.table("1x4").frame()
    assert koproof.atlas(2) != koproof.atlas(3) and frame != frame.rows()
    with pytest.raises(TypeError, match="unhashable"):
        hash(frame)


def test_what_is_checked_comes_back(results):
    sources = [koproof.certify("2x2", moves=["a2", "pass"]), koproof.certify("3x4", nodes=2_000, threads=1, rules="nstt"),
               results / "certificates/tables/2x2.tromp-taylor.kpc"]
    found = [koproof.check(source) for source in sources]
    for source, checked in zip(sources, found):
        shown = [name for name in dir(checked) if not name.startswith("_") and name != "states"]
        for again in [*through(checked), koproof.check(source)]:
            assert again == checked and hash(again) == hash(checked) and repr(again) == repr(checked)
            assert [getattr(again, name) for name in shown] == [getattr(checked, name) for name in shown]
            assert again.states() == checked.states()
    assert len({*found}) == 3


def test_a_solver_says_why_it_has_no_pickle():
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="^a Solver cannot be pickled: its threads and claims are in this process, make another one there$"):
            copied(koproof.Solver("1x2"))


def test_certificates_come_back(tmp_path):
    path = tmp_path / "2x2.kpc"
    for certificate in (koproof.certify("2x2", rules=koproof.Rules(komi=0.5)), koproof.certify("2x2", path)):
        for again in through(certificate):
            parts = [(one.data, one.path, one.value, one.bracket, one.steps, repr(one)) for one in (certificate, again)]
            assert parts[0] == parts[1]
            assert koproof.check(again).value == 1
