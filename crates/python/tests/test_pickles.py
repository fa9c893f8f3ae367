import copy
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


def test_certificates_come_back(tmp_path):
    path = tmp_path / "2x2.kpc"
    for certificate in (koproof.certify("2x2", rules=koproof.Rules(komi=0.5)), koproof.certify("2x2", path)):
        for again in through(certificate):
            parts = [(one.data, one.path, one.value, one.bracket, one.steps, repr(one)) for one in (certificate, again)]
            assert parts[0] == parts[1]
            assert koproof.check(again).value == 1
