import collections.abc
import concurrent.futures
import random
import threading

import pytest
from naive import BLACK, WHITE, Rules

import koproof


@pytest.mark.parametrize("name", ["2x2", "2x3", "cycle:5", "star:5", "complete:4", "petersen"])
def test_legality_is_that_of_the_naive_rules_in_random_games(name):
    board = koproof.Board(name)
    names = board.point_names
    dice = random.Random(name)
    for suicide in (True, False):
        rules = Rules(board.points, board.edges, suicide)
        game = koproof.Game(board, rules=koproof.Rules(suicide=suicide))
        coloring, player, history = game.coloring, BLACK, {game.coloring}
        while not game.is_over and len(game) < 60:
            after = {names[at]: to for at, to in rules.plays(coloring, player) if to not in history}
            assert game.legal_moves() == ["pass", *after]
            for point in names:
                assert (game.why_illegal(point) is None) == (point in after)
            chosen = dice.choice(list(after) * 3 + ["pass"])
            game.play(chosen)
            coloring = after.get(chosen, coloring)
            history.add(coloring)
            player = BLACK + WHITE - player
            assert game.coloring == coloring and game.to_move == {BLACK: "black", WHITE: "white"}[player]
            assert game.score == rules.score(coloring)


def test_forbidden_move_names_its_rule_and_leaves_the_game_alone():
    game = koproof.Game("2x2", moves="b a2, w b2, b a1, w b1, b a2, w a1")
    with pytest.raises(koproof.IllegalMove, match="move 7 'b a2' is illegal: superko: it would recreate the position after move 1"):
        game.play("a2")
    assert len(game) == 6 and game.to_move == "black"
    assert game.why_illegal("b2") == "b2 is occupied"


def test_moves_are_taken_back_and_copies_go_on_alone():
    game = koproof.Game("1x3")
    other = game.copy()
    game.play(1)
    assert (game.position, other.position) == (".X.", "...")
    assert game.undo() == "b1" and game.undo() is None and game.position == "..."


def test_a_game_without_moves_is_true():
    game = koproof.Game("2x2")
    assert game and len(game) == 0


def test_games_are_equal_by_their_content():
    game = koproof.Game("2x2", moves=["a2", "pass"])
    assert game == game == game.copy() == koproof.Game("2x2", moves="b a2, w pass")
    others = [koproof.Game("2x2", moves=["a2"]), koproof.Game("2x2", moves=["a2", "pass"], rules="nstt"),
              koproof.Game("cycle:4", moves=[0, None]), koproof.Game("2x2", moves=["a2", "pass"], position="..X."),
              koproof.Game("2x2", moves=["pass", "a2"], position="...X", to_move="white"), "b a2, w pass", None]
    assert all(game != other for other in others)
    other = game.copy()
    other.undo()
    assert game != other
    # It changes, so it has no hash.
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_a_long_game_is_undone_move_by_move():
    dice, game = random.Random(1), koproof.Game("5x5")
    while len(game) < 800:
        moves = game.legal_moves()
        assert game.why_illegal(moves[-1]) is None
        game.play(dice.choice(moves[1:] or moves))
        assert not game.is_over and game.coloring and game.score is not None
    turns = list(game.history)
    assert len(turns) == 800
    for turn in reversed(turns):
        assert turn == f"{game.history[-1][0]} {game.undo()}"
    assert game == koproof.Game("5x5")


def test_two_passes_end_the_game():
    game = koproof.Game("1x3", moves=["b1", "pass"])
    assert (game.passes, game.is_over) == (1, False)
    game.play(None)
    assert game.is_over and game.score == 3 and game.legal_moves() == []
    with pytest.raises(koproof.IllegalMove, match="over"):
        game.play("a1")


def test_game_is_solved_with_its_history():
    game = koproof.Game("2x2", moves="b a2, w b2, b a1, w b1, b a2, w a1")
    assert game.solve().value == -4
    assert koproof.solve("2x2", position=game.coloring).value == koproof.solve("2x2", position=game.position).value


def test_histories_are_sequences_of_turns():
    history = koproof.Game("2x2", moves=["a2", "pass"]).history
    assert list(history) == ["b a2", "w pass"] and history[-1] == "w pass" and len(history) == 2
    with pytest.raises(IndexError):
        history[2]


def test_lines_are_sequences():
    line = koproof.Game("2x2", moves=["a2", "pass", "b2", "pass"]).history
    turns = list(line)
    assert isinstance(line, collections.abc.Sequence)
    assert [line[0:2], line[::-1], line[-3:], line[7:]] == [turns[0:2], turns[::-1], turns[-3:], []]
    assert list(reversed(line)) == turns[::-1] and "w pass" in line and "b pass" not in line
    assert (line.index("w pass"), line.index("w pass", 2), line.index("w pass", -1)) == (1, 3, 3)
    assert (line.count("w pass"), line.count("b pass"), line.count(7)) == (2, 0, 0)
    with pytest.raises(ValueError):
        line.index("b pass")
    with pytest.raises(ValueError):
        line.index("w pass", 2, 3)
    with pytest.raises(TypeError):
        line["w pass"]
    match line:
        case [first, *others]:
            assert first == "b a2" and len(others) == 3
        case _:
            raise AssertionError("a line is matched as a sequence")


@pytest.mark.parametrize("several", ["b a2, w b2", "b a2, b b2", "1.B[a2] 2.W[b2]"])
def test_one_call_judges_one_move(several):
    game = koproof.Game("2x2")
    for call in (game.play, game.why_illegal):
        with pytest.raises(ValueError, match=r"^one move is expected, such as 'b a2', not .*: .*one after the other"):
            call(several)
    assert (len(game), game.position, list(game.history)) == (0, "../..", [])
    game.play("b a2")
    assert list(game.history) == ["b a2"]


def test_a_move_of_the_other_player_is_refused_by_both_calls():
    game = koproof.Game("2x2")
    for call in (game.play, game.why_illegal):
        with pytest.raises(ValueError, match="^move 1 'w a1' is out of turn: black is to move$"):
            call("w a1")
    assert game.why_illegal("b a1") is None


def test_lines_are_equal_by_their_content():
    game = koproof.Game("2x2", moves=["a2", "pass", "b2"])
    line = game.history
    assert line == game.history == ["b a2", "w pass", "b b2"] == line and hash(line) == hash(game.history)
    assert not line != game.history and line != ["b a2"] and line != "b a2, w pass, b b2"
    shorter = game.copy()
    shorter.undo()
    others = [shorter, koproof.Game("2x2", moves=["a2", "pass", "b2"], rules="nstt"), koproof.Game("1x4", moves=[0, None, 1]),
              koproof.Game("2x2", moves=["a2", "pass", "b2"], position="..X.")]
    assert all(line != other.history for other in others)
    solution = koproof.solve("2x2", moves=["a2"])
    assert solution.line == solution.line != koproof.solve("2x2").line


@pytest.mark.parametrize("number", [-1, 4, 70_000, 2**70])
def test_a_number_that_is_no_point_is_named(number):
    with pytest.raises(ValueError, match=f"^no point {number} here: points are the numbers 0 to 3$"):
        koproof.Game("2x2").play(number)


@pytest.mark.parametrize("draw", [
    lambda: koproof.Board("petersen"),
    lambda: koproof.Game("2x2", moves=["a2"]),
    lambda: koproof.solve("2x2", detail="moves"),
    lambda: koproof.solve("2x2").line,
])
def test_pictures_are_svg(draw):
    assert draw()._repr_svg_().startswith("<svg ")


def test_a_notebook_shows_the_ends_of_a_long_line():
    game = koproof.Game("5x5")
    for number in range(25):
        line = game.history
        assert line._repr_svg_() == line.svg()
        game.play(number if number < 24 else None)
    line = game.history
    shown, drawn = line._repr_svg_(), line.svg()
    assert len(shown) < len(drawn)
    assert "12. w b3; 1 move left out" in shown and "13. b c3" not in shown
    assert "left out" not in drawn and "13. b c3" in drawn


def test_a_game_goes_on_while_another_thread_solves_it():
    game, begun = koproof.Game("3x4"), threading.Event()

    def solve():
        return game.solve(nodes=20_000, progress=lambda _: begun.set())

    with concurrent.futures.ThreadPoolExecutor() as pool:
        solution = pool.submit(solve)
        assert begun.wait(60)
        game.play("b2")
        assert solution.result(60).expansions > 0
    assert len(game) == 1
