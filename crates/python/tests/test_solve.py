import itertools
import os
import signal
import sys
import threading
import time

import networkx as nx
import pytest
from conftest import interruptible
from naive import BLACK, WHITE, Rules

import koproof

# Far from solved: a search of it ends when a limit or a signal ends it, however fast the machine.
OPEN = "6x6"


def test_petersen_graph_of_networkx_is_a_tie():
    # results/atlas: IheA@GUAo under tromp-taylor.
    assert koproof.solve(nx.petersen_graph()).value == 0


@pytest.mark.parametrize("board, value", [("1x1", 0), ("1x3", 3), ("1x4", 4), ("2x2", 1), ("2x3", 0), ("3x3", 9), ("cycle:5", 0)])
def test_values_are_those_of_the_readme(board, value):
    assert koproof.solve(board).value == value


@pytest.mark.parametrize("suicide", [True, False])
@pytest.mark.parametrize("points", [1, 2, 3])
def test_every_coloring_of_every_tiny_graph_has_its_value_by_the_naive_rules(points, suicide):
    pairs = list(itertools.combinations(range(points), 2))
    for chosen in itertools.product([False, True], repeat=len(pairs)):
        edges = list(itertools.compress(pairs, chosen))
        rules = Rules(points, edges, suicide)
        solver = koproof.Solver(koproof.Board.from_edges(edges, points), koproof.Rules(suicide=suicide), threads=1)
        for coloring in filter(rules.is_legal, itertools.product(range(3), repeat=points)):
            for player, name in [(BLACK, "black"), (WHITE, "white")]:
                found = solver.solve(position=coloring, to_move=name, detail="value").value
                assert found == rules.value(coloring, player), (edges, coloring, name)


def test_best_moves_line_and_values_of_moves_agree():
    solution = koproof.solve("2x2", detail="lines")
    assert solution.best_moves == ["a2", "b2", "a1", "b1"] and solution.possible_best_moves == []
    assert solution.line_ends and solution.line.game.is_over
    assert solution.line.game.score == solution.value == 1
    values = {move.name: move.value for move in solution.moves}
    assert values["pass"] == -1 and {values[name] for name in solution.best_moves} == {1}
    assert all(move.line.game.score == move.value for move in solution.moves)


def test_history_counts():
    moves = "b a2, w b2, b a1, w b1, b a2, w a1"
    solution = koproof.solve("2x2", moves=moves, detail="moves")
    assert (solution.value, solution.best_moves) == (-4, ["pass"])
    a2 = next(move for move in solution.moves if move.name == "a2")
    assert not a2.is_legal and a2.value is None
    assert a2.reason == "superko: it would recreate the position after move 1"
    assert koproof.solve("2x2", position="X./..", to_move="white").value == 1


def test_moves_are_names_or_numbers_or_turns():
    spelled = [["a2", "b2"], [0, 1], ["b a2", "w b2"], "b a2, w b2", "1.B[a2] 2.W[b2]", koproof.Game("2x2", moves=[0, 1]).history]
    histories = {str(koproof.Game("2x2", moves=moves).history) for moves in spelled}
    assert histories == {"b a2, w b2"}


def test_komi_is_taken_from_black():
    solution = koproof.solve("2x2", rules=koproof.Rules(komi=0.5), detail="moves")
    assert (solution.value, solution.bracket) == (0.5, (0.5, 0.5))
    assert isinstance(koproof.solve("2x2", rules=koproof.Rules(komi=3)).value, int)


def test_rules_differ_on_the_triangle_with_a_tail():
    tail = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)]
    # results/SEPARATION.md.
    assert koproof.solve(tail, rules="nstt").value == 2
    assert koproof.solve(tail, rules="nstt-situational").value == 5


def test_limits_leave_a_bracket_that_holds_the_value():
    solution = koproof.solve("3x4", nodes=500, threads=1)
    lo, hi = solution.bracket
    assert solution.value is None and solution.stopped == "node limit" and lo <= 4 <= hi and lo < hi
    assert koproof.solve(OPEN, time=0.2).stopped == "time limit"
    assert koproof.solve(OPEN, memory=32 << 20, time=600).stopped == "memory limit"


@pytest.mark.parametrize("detail", ["value", "moves", "lines"])
def test_nodes_limit_the_whole_call(detail):
    # A thread counts its expansions in lots of up to 1,024; one more lot for each part of the call.
    solution = koproof.solve("4x4", nodes=20_000, threads=1, detail=detail)
    assert solution.stopped == "node limit" and solution.expansions <= 22_048


def test_making_the_solver_is_part_of_the_time():
    # The group of this board has many elements: making its solver takes longer than the limit.
    board = koproof.Board("hypercube:6")
    for solve in (koproof.solve, lambda board, **limits: koproof.Game(board).solve(**limits)):
        begun = time.monotonic()
        solution = solve(board, time=1e-6, detail="value")
        took = time.monotonic() - begun
        assert solution.stopped == "time limit" and solution.seconds > took / 2


def test_solver_remembers_what_it_has_proved():
    solver = koproof.Solver("3x3")
    first, second = solver.solve(detail="value"), solver.solve(detail="value")
    assert first.value == second.value == 9 and second.expansions < first.expansions


def test_other_threads_run_during_a_search():
    turns, stopped = 0, []
    def stop_after_turns(_):
        if turns > 20:
            raise LookupError
    def search():
        # Without turns of the other thread the search ends at its limit, without an error.
        with pytest.raises(LookupError):
            koproof.solve(OPEN, time=60, progress=stop_after_turns)
        stopped.append(True)
    thread = threading.Thread(target=search)
    thread.start()
    while thread.is_alive():
        time.sleep(0.01)
        turns += 1
    assert stopped == [True]


def test_threads_solve_different_boards_at_the_same_time():
    boards = ["2x2", "2x3", "3x3", "cycle:5", "1x7"]
    found = {}
    def work(board):
        found[board] = koproof.solve(board, threads=2).value
    threads = [threading.Thread(target=work, args=(board,)) for board in boards]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {"2x2": 1, "2x3": 0, "3x3": 9, "cycle:5": 0, "1x7": 2}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_needs_a_solver_of_its_own():
    solver = koproof.Solver("2x2", threads=1)
    child = os.fork()
    if child == 0:
        try:
            solver.solve()
        except RuntimeError as error:
            os._exit(0 if "forked" in str(error) else 2)
        os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert solver.solve().value == 1


def test_ctrl_c_stops_with_the_bracket_proved_so_far():
    with interruptible(), pytest.raises(koproof.Interrupted) as stopped:
        threading.Timer(1.0, signal.raise_signal, [signal.SIGINT]).start()
        # The limit ends the test if the signal does not.
        koproof.solve(OPEN, time=600)
    assert isinstance(stopped.value, KeyboardInterrupt)
    solution = stopped.value.solution
    lo, hi = solution.bracket
    assert solution.stopped == "interrupted" and -36 <= lo < hi <= 36
    assert str(stopped.value).startswith("the value is open, from ")


def test_ctrl_c_after_the_work_says_what_is_known():
    reports = []

    def interrupt(progress):
        reports.append(progress)
        if len(reports) > 1:
            raise KeyboardInterrupt

    with pytest.raises(koproof.Interrupted, match=r"^the value is B\+9, its best moves are known$") as stopped:
        koproof.solve("3x3", detail="moves", progress=interrupt)
    assert stopped.value.solution.best_moves == ["b2"]

    def at_the_end(progress):
        if progress.done == progress.total > 0:
            raise KeyboardInterrupt

    with pytest.raises(koproof.Interrupted, match="the table is not returned"):
        koproof.table("2x2", progress=at_the_end)


def test_progress_is_told_and_its_errors_stop_the_search():
    heard = []
    koproof.solve(OPEN, time=0.5, progress=heard.append)
    assert heard and heard[-1].expansions > 0
    assert [one.expansions for one in heard] == sorted(one.expansions for one in heard)
    def fail(progress):
        raise LookupError("enough")
    with pytest.raises(LookupError, match="enough"):
        koproof.solve(OPEN, time=60, progress=fail)


def test_an_error_in_the_last_report_of_progress_loses_no_result(monkeypatch):
    said, closed = [], []
    monkeypatch.setattr(sys, "unraisablehook", lambda failed: said.append(str(failed.exc_value)))

    class Report:
        def __call__(self, progress):
            if progress.done == progress.total > 0:
                raise LookupError("enough")

        def close(self):
            closed.append(True)

    table = koproof.table("2x3", progress=Report())
    assert table["......", "black"] == koproof.solve("2x3").value
    # An object of the caller is only called.
    assert (said, closed) == (["enough"], [])


@pytest.mark.parametrize("last", ["__call__", "close"])
def test_ctrl_c_in_the_last_report_or_as_the_bar_closes_is_not_lost(monkeypatch, last):
    closed = []

    class Bar:
        def __init__(self, what):
            pass

        def __call__(self, progress):
            if last == "__call__" and progress.done == progress.total > 0:
                raise KeyboardInterrupt

        def close(self):
            closed.append(True)
            if last == "close":
                raise KeyboardInterrupt

    monkeypatch.setattr("koproof._bar.Bar", Bar)
    with pytest.raises(KeyboardInterrupt):
        koproof.table("2x3", progress=True)
    assert closed == [True]


def test_bar_of_tqdm_shows_expansions(capsys):
    koproof.solve(OPEN, time=0.5, progress=True)
    assert f"solving {OPEN}" in capsys.readouterr().err


@pytest.mark.parametrize("time", [float("inf"), 1e20, 1e300, pytest.param(10**400, id="10**400")])
def test_a_time_without_end_is_no_limit(time):
    assert koproof.solve("2x2", time=time).value == 1


def test_the_shortest_time_is_a_limit():
    assert koproof.solve(OPEN, time=1e-300).stopped == "time limit"


def test_komi_is_counted_by_calls_that_solve_and_by_no_table_proof_or_atlas():
    # The value of the empty 2x2 without komi, under area scoring: 1.
    rules = koproof.Rules(komi=6.5)
    certificate = koproof.certify("2x2", rules=rules)
    assert koproof.solve("2x2", rules=rules).value == certificate.value == koproof.Game("2x2", rules=rules).solve().value == -5.5
    assert koproof.table("2x2", rules=rules)["....", "black"] == koproof.check(certificate).value == 1
    table = koproof.table("2x2", rules="reiss")
    assert table == koproof.table("2x2", rules=koproof.Rules("reiss", komi=0)) and table.rules.komi == 0
    (row,) = [row for row in koproof.atlas(4, rules=rules).rows() if row["graph6"] == koproof.Board("2x2").isomorphism_class()]
    assert row["value"] == 1
