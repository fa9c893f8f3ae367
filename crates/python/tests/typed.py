"""What `mypy --strict` has to accept, and to know the types of; nobody runs it."""

from typing import assert_type

import numpy as np
import polars

import koproof

solution = koproof.solve("2x2", moves=["a2", 1, None], rules=koproof.Rules("nstt", komi=6.5), detail="moves", time=1.5)
assert_type(solution.value, int | float | None)
assert_type(solution.bracket, tuple[int | float, int | float])
assert_type(solution.best_moves, list[str])
assert_type([turn for turn in solution.line], list[str])
assert_type([move.value for move in solution.moves], list[int | float | None])

table = koproof.table("2x2", progress=lambda progress: print(progress.expansions))
assert_type(table["..../", "black"], int | None)
assert_type(table.values.dtype, np.dtype[np.int8])
assert_type(polars.DataFrame(table), polars.DataFrame)

game = koproof.Game([(0, 1), (1, 2)], position=(0, 1, 2), to_move="white")
assert_type(game.coloring, tuple[int, ...])
assert_type(koproof.check(koproof.certify("1x3", form="text")).value, int | None)
assert_type(koproof.check(b"", limit_stones=True, record_limit=1_000_000), koproof.Checked)
try:
    game.play("pass")
except koproof.IllegalMove as error:
    assert_type(error, koproof.IllegalMove)
except koproof.Interrupted as stopped:
    assert_type(stopped.solution, koproof.Solution | None)

# Numbers of NumPy are numbers.
two, arrays = np.int64(2), np.array([[0, 1], [1, 2]])
koproof.solve("2x2", position=np.array([0, 1, 0, 0]), moves=np.array([1]), nodes=two, time=np.float32(2), threads=two, progress=np.False_)
koproof.Game("2x2", position=(two, 0, 0, 0), moves=[two]).play(two)
koproof.Board.from_edges(arrays, points=two)
koproof.Board.from_edges([arrays[0], (two, 3), [np.int8(0), np.uint16(3)]])
koproof.table("1x2")[np.array([0, 0]), "white"]
koproof.atlas(two, rules=koproof.Rules(komi=two, suicide=np.True_))
koproof.check(b"", limit_stones=np.True_, record_limit=two)
solution.line.index("b a2", two, two)
assert_type(solution == koproof.solve("2x2"), bool)
assert_type(hash(solution.moves[0]), int)

koproof.solve("2x2", nodes=1.5)  # type: ignore[arg-type]
koproof.solve("2x2", time="5")  # type: ignore[arg-type]
koproof.solve("2x2", detail="all")  # type: ignore[arg-type]
koproof.Rules(superko="simple")  # type: ignore[arg-type]
koproof.Rules(scoring="stones")  # type: ignore[arg-type]
koproof.atlas(task="everything")  # type: ignore[arg-type]
koproof.Rules(superko=koproof.Rules().superko, scoring=koproof.Rules().scoring)
koproof.solve("2x2", position=0.5)  # type: ignore[arg-type]
