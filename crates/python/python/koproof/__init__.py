"""Exact values of Go on tiny boards under superko, with certificates.

>>> import koproof
>>> koproof.solve("2x2")
<Solution of 2x2: B+1>

`solve` finds the value of a position with its history, `table` the values of all colorings of a board, `atlas` the
values of all small graphs; `certify` writes a proof and `check` checks it. A `Game` lists the legal moves and explains
the illegal ones. Boards are names, pairs of points, adjacency matrices or graphs of networkx. Scores are Black − White.
`solve`, `certify` and a `Game` count the komi of the rules; `table`, `check` and `atlas` do not.
"""

from collections.abc import Sequence as _Sequence

from koproof._koproof import *
from koproof._koproof import Line as _Line
from koproof._koproof import __all__ as __all__

_Sequence.register(_Line)
