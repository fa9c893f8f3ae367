import itertools
import math
import signal
import subprocess
import threading
import time

import networkx as nx
import numpy
import pytest
from conftest import interruptible

import koproof

COLORS = "is no color: 0 is an empty point, 1 Black's stone, 2 White's"


def test_boards_of_networkx_come_back_as_they_went():
    for graph in nx.graph_atlas_g()[1:209]:
        assert nx.utils.nodes_equal(koproof.Board(graph).to_networkx().nodes, graph.nodes)
        assert nx.utils.edges_equal(koproof.Board(graph).to_networkx().edges, graph.edges)


def test_nodes_of_any_kind_are_numbered_in_their_order():
    graph = nx.Graph([("b", "a"), ("a", 7), (7, "b"), (7, (1, 2))])
    assert koproof.Board(graph).edges == [(0, 1), (0, 2), (1, 2), (2, 3)]


def test_graph6_is_that_of_networkx():
    for name in ["petersen", "2x3", "cycle:7", "complete:5"]:
        board = koproof.Board(name)
        assert board.graph6 == nx.to_graph6_bytes(board.to_networkx(), header=False).decode().strip()
        assert koproof.Board.from_graph6(board.graph6).edges == board.edges


@pytest.mark.parametrize("header", [True, False])
def test_graph6_of_networkx_is_read_as_bytes_and_as_text(header):
    graph = nx.petersen_graph()
    written = nx.to_graph6_bytes(graph, header=header)
    assert written.startswith(b">>graph6<<") == header and written.endswith(b"\n")
    for given in (written, written.decode()):
        assert nx.utils.edges_equal(koproof.Board.from_graph6(given).edges, graph.edges)


@pytest.mark.parametrize("given, named", [("D Q", '"g6:D Q"'), (b">>graph6<<~~\n", '"g6:~~"'), (b"D\xff", "byte 2 of the graph6 is 0xff"),
                                          # Escaped, these bytes would be graph6 of another board.
                                          (b"G\xff?", "byte 2 of the graph6 is 0xff"), (b"H\xfe??", "byte 2 of the graph6 is 0xfe"),
                                          ("A_+path:3", '"g6:A_+path:3": byte 6 is \'+\''), (b"+", '"g6:+"')])
def test_graph6_that_is_refused_is_named(given, named):
    with pytest.raises(ValueError) as refused:
        koproof.Board.from_graph6(given)
    assert named in str(refused.value) and "\n" not in str(refused.value)


def test_adjacency_matrices_make_the_same_board():
    board = koproof.Board("prism:3")
    matrix = board.to_numpy()
    assert numpy.array_equal(matrix, nx.to_numpy_array(board.to_networkx()))
    for again in (matrix, matrix.astype(float), matrix.tolist(), nx.to_scipy_sparse_array(board.to_networkx())):
        assert koproof.Board.from_adjacency(again).edges == board.edges
    assert koproof.Board(matrix).edges == board.edges


class Huge:
    """A sparse matrix that would not fit into memory with all its entries."""

    def __init__(self, *shape):
        self.shape = shape

    def toarray(self):
        raise AssertionError("it was copied")


@pytest.mark.parametrize("matrix, said", [
    (Huge(10**6, 10**6), "1000000 points are too many: a board has at most 512"),
    (Huge(513, 513), "513 points are too many: a board has at most 512"),
    (Huge(3, 10**9), "row 0 of the adjacency matrix has 1000000000 entries, but there are 3 rows"),
    (Huge(10**9, 2), "row 0 of the adjacency matrix has 2 entries, but there are 1000000000 rows: for pairs of points use Board.from_edges"),
    ([range(513)] * 513, "513 points are too many: a board has at most 512"),
])
def test_a_matrix_that_is_too_large_is_refused_before_it_is_copied(matrix, said):
    with pytest.raises(ValueError) as refused:
        koproof.Board.from_adjacency(matrix)
    assert str(refused.value) == said


def test_a_matrix_of_three_dimensions_is_refused_before_it_is_copied():
    with pytest.raises(TypeError, match="a row of numbers for each point"):
        koproof.Board.from_adjacency(Huge(2, 2, 10**9))


def test_isomorphic_boards_are_of_one_class():
    graph = nx.petersen_graph()
    renamed = nx.relabel_nodes(graph, {node: (7 * node + 3) % 10 for node in graph})
    renamed = nx.Graph(sorted(renamed.edges))
    one, other = koproof.Board(graph), koproof.Board(renamed)
    assert one != other and one.isomorphism_class() == other.isomorphism_class()
    assert one.automorphisms() == 120
    assert koproof.Board("complete:8").automorphisms() == 40_320
    # The first number of more than 63 bits among them, and one of more than 128.
    for points in (21, 40):
        assert koproof.Board(f"complete:{points}").automorphisms() == math.factorial(points)
    assert one.isomorphism_class() != koproof.Board("prism:5").isomorphism_class()


def test_boards_of_the_same_graph_with_other_names_differ():
    square, cycle = koproof.Board("2x2"), koproof.Board("cycle:4")
    assert square != cycle and square.isomorphism_class() == cycle.isomorphism_class()


def graph_of_a_hadamard_matrix(q):
    """The graph of Paley's Hadamard matrix of order q + 1, for a prime q = 3 mod 4: hard for searches of symmetries."""
    squares = {x * x % q for x in range(1, q)}
    def positive(i, j):
        return i == j or i == 0 or (j > 0 and (i - j) % q in squares)
    graph = nx.Graph()
    for i in range(q + 1):
        graph.add_edges_from([(("row", i, 0), ("row", i, 1)), (("column", i, 0), ("column", i, 1))])
        for j in range(q + 1):
            graph.add_edges_from([(("row", i, s), ("column", j, s if positive(i, j) else 1 - s)) for s in (0, 1)])
    return graph


@pytest.mark.parametrize("call, graph", [(koproof.Board.automorphisms, graph_of_a_hadamard_matrix(59)), (koproof.Board.isomorphism_class, "complete:150")])
def test_ctrl_c_ends_calls_about_symmetries_and_other_threads_run_meanwhile(call, graph):
    # Either takes seconds.
    board, turns, answers = koproof.Board(graph), [], []
    def interrupt():
        for _ in range(10):
            time.sleep(0.01)
            turns.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)
    with interruptible():
        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            answers.append(call(board))
            # An answer that comes too soon fails this test: the signal must not end all tests instead.
            thread.join()
        thread.join()
    assert len(turns) == 10 and not answers


@pytest.mark.parametrize("call, endless", [
    (koproof.Board.from_edges, itertools.repeat((0, 1))),
    (lambda moves: koproof.solve("2x2", moves=moves), itertools.repeat("pass")),
])
def test_ctrl_c_ends_what_reads_without_an_end(call, endless):
    # No other thread runs meanwhile, so the signal comes from the clock.
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            call(endless)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_edges_are_pairs_of_any_kind():
    edges = [(0, 1), (1, 2)]
    for given in ([[0, 1], [1, 2]], ((0, 1), [1, 2]), numpy.array(edges).tolist(), iter(edges), map(numpy.array, edges)):
        assert koproof.Board.from_edges(given).edges == edges
    assert koproof.Board([[0, 1], [1, 0]]).edges == [(0, 1)]


@pytest.mark.parametrize("weight", [2, 5.5, 0])
def test_two_rows_that_are_a_matrix_of_one_graph_and_pairs_of_another_are_refused(weight):
    rows = [[0, weight], [weight, 0]]
    for given in (rows, [*map(numpy.array, rows)], tuple(rows)):
        with pytest.raises(ValueError) as refused:
            koproof.Board(given)
        assert str(refused.value) == (f"[[0, {weight}], [{weight}, 0]] can be a matrix or pairs of points: "
                                      "use Board.from_adjacency or Board.from_edges")
    assert koproof.Board.from_adjacency(rows).points == koproof.Board(numpy.array(rows)).points == 2
    # The same graph either way, no matrix of a graph, and tuples: pairs.
    assert koproof.Board([[0, 1], [1, 0]]).edges == koproof.Board([[1, 0], [0, 1]]).edges == [(0, 1)]
    assert koproof.Board([(0, 2), (2, 0)]).edges == koproof.Board.from_edges([[0, 2], [2, 0]]).edges == [(0, 2)]


def test_grids_have_names_for_their_points():
    assert koproof.Board("2x3").point_names == ["a2", "b2", "c2", "a1", "b1", "c1"]
    assert koproof.Board("cycle:3").point_names == ["0", "1", "2"]


@pytest.mark.parametrize("komi", [None, 0, 6.5, -0.5])
@pytest.mark.parametrize("name", [name for name, _ in koproof.Rules.names()])
def test_rules_are_written_as_the_call_that_makes_them(name, komi):
    for changed in ({}, {"superko": "taylor"}, {"scoring": "territory"}):
        rules = koproof.Rules(name, komi=komi, **changed)
        again = eval(repr(rules), {"Rules": koproof.Rules})
        assert (again, again.komi) == (rules, rules.komi)


def test_files_hold_boards(tmp_path):
    path = tmp_path / "triangle.txt"
    path.write_text("0 1\n1 2\n2 0\n")
    board = koproof.Board.read(path)
    assert (board.edges, board.name) == ([(0, 1), (0, 2), (1, 2)], f"@{path}")
    assert koproof.Board.from_edges(board.edges).name == koproof.Board(board.to_networkx()).name == f"g6:{board.graph6}"
    with pytest.raises(FileNotFoundError):
        koproof.Board.read(tmp_path / "none")


@pytest.mark.parametrize("name", ["0x3", "3y3", "hex", "hexx:3", "path:600", "2x3x4", "edges:0-0", "g6:~~", "1x2+", "pth:3"])
def test_wrong_board_is_refused_with_the_line_of_the_command(name, command):
    said = subprocess.run([command, "solve", name], capture_output=True, text=True)
    with pytest.raises(ValueError) as refused:
        koproof.Board(name)
    line = str(refused.value).replace("koproof.boards()", "koproof boards")
    assert said.returncode == 2 and said.stderr == f"koproof: {line}\n"


@pytest.mark.parametrize("arguments, options", [
    ({"position": "XX./..X"}, ["--position", "XX./..X"]),
    ({"position": "XO/OX"}, ["--position", "XO/OX"]),
    ({"position": "X?/.."}, ["--position", "X?/.."]),
    ({"moves": "b a3"}, ["--moves", "b a3"]),
    ({"moves": "w a1"}, ["--moves", "w a1"]),
    ({"moves": "b a1, w a1"}, ["--moves", "b a1, w a1"]),
])
def test_wrong_positions_and_moves_are_refused_with_the_line_of_the_command(arguments, options, command):
    said = subprocess.run([command, "solve", "2x2", *options], capture_output=True, text=True)
    with pytest.raises(ValueError) as refused:
        koproof.solve("2x2", **arguments)
    assert said.returncode == 2 and said.stderr == f"koproof: {refused.value}\n"


@pytest.mark.parametrize("make, cure", [
    (lambda: koproof.Board(nx.DiGraph([(0, 1)])), "to_undirected"),
    (lambda: koproof.Board(nx.Graph([(0, 0)])), "joined to itself"),
    (lambda: koproof.Board([]), "at least one point"),
    (lambda: koproof.Board.from_edges([(0, 5)], points=3), "numbered from 0"),
    (lambda: koproof.Board.from_adjacency([[0, 1], [0, 0]]), "symmetric"),
    (lambda: koproof.Board.from_adjacency([[0, 1]]), "entries"),
    (lambda: koproof.Board(numpy.array([[0, 1], [1, 2], [2, 0]])), "for pairs of points use Board.from_edges"),
    (lambda: koproof.Board(numpy.array([[0, 1], [1, 2]])), "joins point 1 to itself: for pairs of points use Board.from_edges"),
    (lambda: koproof.Board(nx.path_graph(70_000)), "70000 points are too many: a board has at most 512"),
    (lambda: koproof.Board.from_adjacency([[0, math.nan], [math.nan, 0]]), "no number in column 1"),
    (lambda: koproof.Rules("japanese"), "tromp-taylor"),
    (lambda: koproof.Rules(komi=0.3), "half"),
    (lambda: koproof.solve("2x2", detail="all"), "moves"),
    (lambda: koproof.solve("2x2", nodes=0), "leave it out"),
    (lambda: koproof.solve("2x2", nodes=-1), "nodes=-1 is"),
    (lambda: koproof.check(b"", record_limit=0), "record_limit=0 is not a number from 1 to"),
    (lambda: koproof.solve("2x2", memory=2**70), "memory=1180591620717411303424 "),
    (lambda: koproof.solve("2x2", threads=-1), "threads=-1 is not a number from 1 to 1024"),
    (lambda: koproof.solve("2x2", time=-1), "seconds"),
    (lambda: koproof.solve("2x2", time=math.nan), "time=NaN is not a number of seconds above 0"),
    (lambda: koproof.solve("2x2", time=-math.inf), "time=-inf is not a number of seconds above 0"),
    (lambda: koproof.solve("2x2", time=-(10**400)), "time=-inf is not a number of seconds above 0"),
    (lambda: koproof.Rules(komi=10**400), "komi 'inf' is not written as a multiple of one half"),
    (lambda: koproof.Rules(komi=math.nan), "komi 'NaN' is not written as a multiple of one half"),
    (lambda: koproof.solve("2x2", nodes=10**400), f"nodes={10**39}… is not a number from 1 to"),
    (lambda: koproof.check(b"2x2.kpc"), "bytes are the certificate itself, a path is a str"),
    (lambda: koproof.solve("2x2", time=-1e-300), "time=-1e-300 is not a number of seconds above 0"),
    (lambda: koproof.solve("2x2", memory=1), "give at least 33554432 (32M)"),
    (lambda: koproof.certify("2x2", memory=2**25 - 1), "memory=33554431 is too little: it is a number of bytes"),
    (lambda: koproof.solve("2x2", threads=0), "1 to 1024"),
    (lambda: koproof.solve("2x2", to_move="red"), "black"),
    (lambda: koproof.table("1x2")["X.", "red"], 'to_move is "black" or "white", not "red"'),
    (lambda: koproof.solve("9x9"), "64"),
    (lambda: koproof.atlas(9), "1 to 8"),
    (lambda: koproof.atlas(4, rules="reiss"), "no rows for Rules('reiss'): it has nstt"),
    (lambda: koproof.atlas(4, rules=koproof.Rules(superko="taylor")), "superko='taylor'"),
])
def test_errors_say_how_to_mend_them(make, cure):
    with pytest.raises(ValueError) as refused:
        make()
    assert cure in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize("make, said", [
    (lambda: koproof.Board(3), "a board is a name, pairs of points, an adjacency matrix of NumPy or SciPy, or a graph of networkx, not int"),
    (lambda: koproof.Board(["ab"]), "edge 0 is a pair of points such as (0, 1), not str"),
    (lambda: koproof.solve("2x2", rules=5), "rules is a Rules or the name of a rule set, not int"),
    (lambda: koproof.check(5), "certificate is a path, bytes or a Certificate, not int"),
    (lambda: koproof.solve("2x2", position=5), "position is a text of .XO or a sequence of 0, 1 and 2, not int"),
    (lambda: koproof.table("1x2")[5, "black"], "position is a text of .XO or a sequence of 0, 1 and 2, not int"),
    (lambda: koproof.table("1x2")[5], 'a key of a table is a position, or a position and "black" or "white", not int'),
    (lambda: koproof.table("1x2")["X.", 5], 'to_move is "black" or "white", not int'),
    (lambda: koproof.Board("2x2").svg(5), "position is a text of .XO or a sequence of 0, 1 and 2, not int"),
    (lambda: koproof.Board.from_edges(5), "edges is a sequence of pairs of points such as (0, 1), not int"),
    (lambda: koproof.Board.from_networkx(5), "graph is a graph of networkx, not int"),
    (lambda: koproof.Board.from_networkx(nx.Graph), "graph is a graph of networkx, not type"),
    (lambda: koproof.Board.from_graph6(5), "text is a str or bytes in graph6, not int"),
    (lambda: koproof.atlas(1)[0], "a key of a frame is the name of a column, and rows() has the rows, not int"),
    (lambda: koproof.solve("2x2", moves=5), "moves is a text or a sequence of moves, not int"),
    (lambda: koproof.solve("2x2", progress=5), "progress is True, False or a function, not int"),
    (lambda: koproof.atlas("6"), "points is a whole number, not str"),
    (lambda: koproof.solve("2x2", nodes=math.inf), "nodes is a whole number, not float"),
    (lambda: koproof.solve("2x2", nodes=math.nan), "nodes is a whole number, not float"),
    (lambda: koproof.solve("2x2", threads=1.5), "threads is a whole number, not float"),
    (lambda: koproof.table("2x2", memory="64M"), "memory is a whole number, not str"),
    (lambda: koproof.check(b"", record_limit=math.inf), "record_limit is a whole number, not float"),
    (lambda: koproof.Board.from_edges([(0, 1)], points=2.0), "points is a whole number, not float"),
    (lambda: koproof.solve("2x2", time="5"), "time is a number of seconds, not str"),
    (lambda: koproof.Game("2x2").solve(time=1j), "time is a number of seconds, not complex"),
    (lambda: koproof.Rules(komi="6.5"), "komi is a number, not str"),
    (lambda: koproof.Board(b"2x2"), "a board is a name, pairs of points, an adjacency matrix of NumPy or SciPy, or a graph of networkx, not bytes"),
    (lambda: koproof.Board.read(b"board.txt"), "path is a str or a path object, not bytes"),
    (lambda: koproof.Table.load(b"2x2.kpt"), "path is a str or a path object, not bytes"),
    (lambda: koproof.table("1x2").save(b"2x2.kpt"), "path is a str or a path object, not bytes"),
    (lambda: koproof.certify("1x2", b"2x2.kpc"), "path is a str or a path object, not bytes"),
    (lambda: koproof.Solver("1x2", proofs=True).certify(5), "path is a str or a path object, not int"),
])
def test_what_has_the_wrong_type_is_named(make, said):
    with pytest.raises(TypeError) as refused:
        make()
    assert str(refused.value) == said


@pytest.mark.parametrize("make, said", [
    (lambda: koproof.solve("2x2", position=[-1, 0, 0, 0]), f"-1 in position {COLORS}"),
    (lambda: koproof.Game("2x2", position=[2**70, 0, 0, 0]), f"{2**70} in position {COLORS}"),
    (lambda: koproof.Game("2x2", position=[0, 0, 0, "X"]), f"X in position {COLORS}"),
    (lambda: koproof.Board([(0, -1)]), "edge 0 names the point -1: points are numbered from 0 to 511"),
    (lambda: koproof.Board([(0, 1), (2**70, 1)]), f"edge 1 names the point {2**70}: points are numbered from 0 to 511"),
    (lambda: koproof.Board([(0, 1), (1, 0.5)]), "edge 1 names the point 0.5: points are numbered from 0 to 511"),
    (lambda: koproof.Board([[0, 1, 0], [1, 0, 1], [0, 1, 0]]),
     "edge 0 has 3 points, not 2: for an adjacency matrix use Board.from_adjacency"),
    (lambda: koproof.Board.from_edges([(0, 1)], points=-1), "points=-1 is not a number from 1 to 512: leave it out for the default"),
    (lambda: koproof.atlas(-1), 'with task="empty" the atlas has boards of 1 to 8 points, not of -1'),
    (lambda: koproof.atlas(0), 'with task="empty" the atlas has boards of 1 to 8 points, not of 0'),
    (lambda: koproof.atlas(2**70, task="all-colorings"),
     f'with task="all-colorings" the atlas has boards of 1 to 6 points, not of {2**70}'),
])
def test_what_is_out_of_range_is_named(make, said):
    with pytest.raises(ValueError) as refused:
        make()
    assert str(refused.value) == said


def test_progress_can_be_switched_off():
    for off in (None, False, numpy.False_):
        assert koproof.solve("2x2", progress=off).value == 1


def test_pictures_take_positions_as_other_calls_do():
    board = koproof.Board("2x2")
    assert board.svg("XO/..") == board.svg((1, 2, 0, 0)) == board.svg([1, 2, 0, 0]) != board.svg()


def test_what_is_no_point_or_color_is_named_on_one_line():
    grid = numpy.zeros((2, 2))
    for call in (
        lambda: koproof.Board([("a\nb", 1)]),
        lambda: koproof.Board([(grid, 1)]),
        lambda: koproof.Game("2x2", position=["X\nO", 0, 0, 0]),
        lambda: koproof.Board("2x2").svg(numpy.zeros((2, 2, 2))),
    ):
        with pytest.raises(ValueError) as raised:
            call()
        assert "\n" not in str(raised.value)
