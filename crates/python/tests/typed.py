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

koproof.solve("2x2", detail="all")  # type: ignore[arg-type]
koproof.solve("2x2", position=0.5)  # type: ignore[arg-type]
