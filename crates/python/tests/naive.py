"""The rules of play as they are written, and minimax over every game: slow, without a line of koproof in it.

Logical rules of Tromp and Taylor on a graph: a play puts a stone, then takes the opponent's stones that reach no empty point, then its own;
no coloring may come again; two passes in a row end the game; a stone scores for its color, an empty point for the color that alone it
reaches.
"""

EMPTY, BLACK, WHITE = range(3)


class Rules:
    """The rules on one graph."""

    def __init__(self, points, edges, suicide=True):
        self.points = points
        self.near = {point: set() for point in range(points)}
        for one, other in edges:
            self.near[one].add(other)
            self.near[other].add(one)
        self.suicide = suicide

    def reaches(self, coloring, point, color):
        """Whether a path of the point's own color leads from it to a neighbour of the other color, or the point has it."""
        seen, left = set(), [point]
        while left:
            at = left.pop()
            if coloring[at] == color:
                return True
            if at not in seen and coloring[at] == coloring[point]:
                seen.add(at)
                left.extend(self.near[at])
        return False

    def cleared(self, coloring, color):
        """The coloring without the stones of a color that reach no empty point."""
        gone = {p for p in range(self.points) if coloring[p] == color and not self.reaches(coloring, p, EMPTY)}
        return tuple(EMPTY if p in gone else coloring[p] for p in range(self.points))

    def is_legal(self, coloring):
        return all(self.cleared(coloring, color) == coloring for color in (BLACK, WHITE))

    def plays(self, coloring, player):
        """What each play leads to, repetition apart: pairs of a point and a coloring."""
        for point in range(self.points):
            if coloring[point] == EMPTY:
                after = coloring[:point] + (player,) + coloring[point + 1:]
                after = self.cleared(after, 3 - player)
                own = self.cleared(after, player)
                if self.suicide or own == after:
                    yield point, own

    def score(self, coloring):
        def side(point):
            if coloring[point] != EMPTY:
                return 1 if coloring[point] == BLACK else -1
            black, white = (self.reaches(coloring, point, color) for color in (BLACK, WHITE))
            return black - white
        return sum(side(point) for point in range(self.points))

    def value(self, coloring, player, passes=0, history=None, low=-99, high=99):
        """The score under best play, by alpha-beta over the whole history."""
        if passes == 2:
            return self.score(coloring)
        history = history or frozenset([coloring])
        after = [(coloring, passes + 1, history)]
        after += [(to, 0, history | {to}) for _, to in self.plays(coloring, player) if to not in history]
        best = None
        for to, passed, known in after:
            found = self.value(to, 3 - player, passed, known, low, high)
            if best is None or (found > best if player == BLACK else found < best):
                best = found
            if player == BLACK:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        return best
