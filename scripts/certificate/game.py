"""The rules of the game (docs/certificates.md, §1), life (§4) and symmetries (§3).

A player is 0 (Black) or 1 (White). A coloring is a pair of bit sets, the stones of Black and of White, so that
`coloring[player]` are a player's stones. A record is one int, which packs a coloring and, under a rule whose records
have one, a player. A state is (coloring, player to move, consecutive passes).
"""
import collections
import functools

from .items import BLACK, MAX_POINTS, PLAYERS, TERRITORY, WHITE, refuse

MAX_CLOSURE = 1 << 20  # colorings that one `pass-forever` may reach (§4)

# The rules are pure functions that are called with the same arguments many times. Limits on the caches save memory.
remember = functools.lru_cache(maxsize=1 << 18)
remember_plays = functools.lru_cache(maxsize=1 << 14)


def points_of(mask):
    """The points of a bit set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def parse_graph6(text):
    """The neighbours of each point, as bit sets. One graph with a given numbering has one graph6 text."""
    data = [ord(character) - 63 for character in text]
    if not data or min(data) < 0 or max(data) > 63:
        refuse("the board is not in graph6: its characters are `?` to `~`")
    if data[0] < 63:
        points, data = data[0], data[1:]
    elif len(data) >= 4 and data[1] < 63:
        points, data = data[1] << 12 | data[2] << 6 | data[3], data[4:]
        if points < 63:
            refuse("the board is not in graph6: fewer than 63 points take one character")
    else:
        refuse(f"a board has 1 to {MAX_POINTS} points")
    if not 1 <= points <= MAX_POINTS:
        refuse(f"a board has 1 to {MAX_POINTS} points, not {points}")
    pairs = [(low, high) for high in range(points) for low in range(high)]
    if len(data) != (len(pairs) + 5) // 6:
        refuse(f"the board is not in graph6: its length is not that of {points} points")
    bits = [digit >> shift & 1 for digit in data for shift in (5, 4, 3, 2, 1, 0)]
    if any(bits[len(pairs):]):
        refuse("the board is not in graph6: a bit after the last pair is set")
    neighbours = [0] * points
    for (low, high), bit in zip(pairs, bits):
        neighbours[low] |= bit << high
        neighbours[high] |= bit << low
    return neighbours


class Game:
    """A board and the rules on it: §1 and §4."""

    def __init__(self, graph6, superko, suicide, scoring, tick):
        self.graph6, self.superko, self.suicide, self.scoring = graph6, superko, suicide, scoring
        self.neighbours = parse_graph6(graph6)
        self.points = len(self.neighbours)
        self.everywhere = (1 << self.points) - 1
        # The points adjacent to each set of eight consecutive points, because these look-ups are the most frequent.
        self.beside_eight = []
        for first in range(0, self.points, 8):
            table = [0]
            for neighbours in self.neighbours[first:first + 8]:
                table += [found | neighbours for found in table]
            self.beside_eight.append(table)
        self.tick = tick  # called now and then in long work, to keep to the time limit

    def beside(self, mask):
        """The points adjacent to some point of `mask`."""
        found = 0
        for table in self.beside_eight:
            found |= table[mask & 0xFF]
            mask >>= 8
        return found

    def reach(self, seed, within):
        """The points of `within` that a path inside `within` joins to one of `seed`."""
        found = edge = seed & within
        while edge:
            edge = self.beside(edge) & within & ~found
            found |= edge
        return found

    def parts(self, mask):
        """The connected parts of `mask`."""
        found = []
        while mask:
            found.append(self.reach(mask & -mask, mask))
            mask &= ~found[-1]
        return found

    def cleared(self, coloring, player):
        """The player's stones that stay when the color is cleared."""
        empty = self.everywhere & ~coloring[BLACK] & ~coloring[WHITE]
        return self.reach(self.beside(empty), coloring[player])

    @remember
    def legal(self, coloring):
        """Whether clearing either color changes nothing."""
        return all(self.cleared(coloring, player) == coloring[player] for player in (BLACK, WHITE))

    def possible(self, coloring, player):
        """The possible plays: their points, ascending, each with the coloring after the play."""
        for point in points_of(self.everywhere & ~coloring[BLACK] & ~coloring[WHITE]):
            after = list(coloring)
            after[player] |= 1 << point
            after[1 - player] = self.cleared(after, 1 - player)
            kept = self.cleared(after, player)
            if kept == after[player] or self.suicide:
                after[player] = kept
                yield point, tuple(after)

    @remember_plays
    def plays(self, coloring, player):
        """The possible plays: point -> (record, coloring after it)."""
        return {point: (self.play_record(after, player), after) for point, after in self.possible(coloring, player)}

    @remember_plays
    def answers(self, coloring, player):
        """The plays that `replies` must answer: of those with the same record, the one at the lowest point."""
        records = set()
        plays = self.plays(coloring, player).items()
        return {point: play for point, play in plays if not (play[0] in records or records.add(play[0]))}

    @remember
    def score(self, coloring):
        """Black's area, or territory, minus White's."""
        empty = self.everywhere & ~coloring[BLACK] & ~coloring[WHITE]
        black, white = (self.reach(self.beside(stones), empty) for stones in coloring)
        return (black & ~white).bit_count() - (white & ~black).bit_count() + self.counted_stones(coloring)

    def counted_stones(self, coloring):
        """The stones on the board that count, Black's minus White's."""
        return 0 if self.scoring == TERRITORY else coloring[BLACK].bit_count() - coloring[WHITE].bit_count()

    def shift(self, before, player, after):
        """The prisoners that Black takes by a play, minus those that White gets."""
        if self.scoring != TERRITORY:
            return 0
        there = [before[color].bit_count() + (color == player) for color in (BLACK, WHITE)]
        black, white = (had - stones.bit_count() for had, stones in zip(there, after))
        return white - black

    def record(self, coloring, player):
        """A record as one int. Without players in the records, the lowest bit is 0."""
        player = 0 if self.superko == "positional" else player
        return (coloring[BLACK] | coloring[WHITE] << self.points) << 1 | player

    def play_record(self, after, player):
        """The record of a play: under `situational` with the player who moves next, else with the one who played."""
        return self.record(after, 1 - player if self.superko == "situational" else player)

    def stones(self, record, player):
        """The number of a player's stones in a record."""
        return (record >> 1 >> self.points * player & self.everywhere).bit_count()

    def listed_record(self, coloring, player):
        """A record as a certificate lists it: with a player, or with None."""
        if (player is None) != (self.superko == "positional"):
            refuse(f"a record {'without' if player is None else 'with'} player under {self.superko} superko")
        return self.record(coloring, player)

    def pass_record(self, coloring, player):
        """The record of a pass, or None."""
        match self.superko:
            case "situational":
                return self.record(coloring, 1 - player)
            case "taylor":
                return self.record(coloring, player)
        return None

    @remember
    def known(self, state):
        """`K` of a state: the records that are in every history of it."""
        coloring, to_move, passes = state
        mine, other = self.record(coloring, to_move), self.record(coloring, 1 - to_move)
        if self.superko == "situational":
            return frozenset([mine, other] if passes else [mine])
        if self.superko == "taylor":
            return frozenset([other] if passes else [])
        return frozenset([mine] if passes else [other])  # under `positional` both are the coloring alone

    @remember
    def alive(self, coloring, prover):
        """The score that unconditional life ensures to the prover (§4)."""
        chains = self.parts(coloring[prover])
        while True:
            stones = sum(chains)
            regions = self.parts(self.everywhere & ~stones)
            kept = [chain for chain in chains if sum(not region & ~self.beside(chain) for region in regions) >= 2]
            if kept == chains:
                break
            chains = kept
        near = self.beside(stones)
        own, other = stones.bit_count(), 0
        for region in regions:
            if region.bit_count() == 1:
                own += bool(region & near)
            else:
                other += region.bit_count() - (not region & ~near)
        bound = own - other if prover == BLACK else other - own
        # Under territory the bound is that of area less the stones on the board now: docs/certificates.md, section 9.
        return bound + self.counted_stones(coloring) - (coloring[BLACK].bit_count() - coloring[WHITE].bit_count())

    @remember
    def pass_forever(self, coloring, prover):
        """The worst score for the prover that the opponent can reach by plays alone, without superko (§4)."""
        sign = 1 if prover == BLACK else -1
        shifts, waiting = {coloring: 0}, collections.deque([coloring])  # the worst sum of shifts on the way there
        while waiting:
            self.tick()
            before = waiting.popleft()
            for _, after in self.possible(before, 1 - prover):
                shift = shifts[before] + self.shift(before, 1 - prover, after)
                if after not in shifts or sign * shift < sign * shifts[after]:
                    shifts[after] = shift
                    waiting.append(after)
            if len(shifts) > MAX_CLOSURE:
                refuse(f"`pass-forever` reaches more than the {MAX_CLOSURE} colorings that are allowed")
        return sign * min(sign * (self.score(found) + shift) for found, shift in shifts.items())

    def symmetry(self, images, swap):
        return Symmetry(self, images, swap)

    def checked(self, coloring):
        """The coloring, if it is one and is legal."""
        if coloring[BLACK] & coloring[WHITE] or (coloring[BLACK] | coloring[WHITE]) >> self.points:
            refuse("a coloring has a point of both colors or a point that the board has not")
        if not self.legal(coloring):
            refuse(f"the coloring {self.draw(coloring)} is not legal: a chain has no liberty")
        return coloring

    def draw(self, coloring):
        """The text of a coloring."""
        black, white = coloring
        return "".join("X" if black >> x & 1 else "O" if white >> x & 1 else "." for x in range(self.points))

    def draw_record(self, record):
        """The text of a record."""
        text = self.draw((record >> 1 & self.everywhere, record >> 1 >> self.points))
        return text if self.superko == "positional" else f"{text}:{PLAYERS[record & 1]}"

    def draw_state(self, state):
        """The text of a state."""
        return f"{PLAYERS[state[1]]} {state[2]} {self.draw(state[0])}"

    def why_not(self, coloring, point):
        """The reason why a play that is not among `plays` is impossible."""
        if point >= self.points:
            return f"the board has no point {point}"
        occupied = (coloring[BLACK] | coloring[WHITE]) >> point & 1
        return f"a play at {point}, which is occupied" if occupied else f"the play at {point} is a forbidden suicide"

    def name(self):
        """The name of the board: `2x3` if it is that grid, numbered row by row, otherwise its graph6 text."""
        for width in (width for width in range(self.points, 0, -1) if self.points % width == 0):
            pairs = [(x, x + 1) for x in range(self.points) if (x + 1) % width]
            pairs += [(x, x + width) for x in range(self.points - width)]
            grid = [sum(1 << a + b - x for a, b in pairs if x in (a, b)) for x in range(self.points)]
            if grid == self.neighbours:
                return f"{self.points // width}x{width}"
        return f"graph6 {self.graph6}"


class Symmetry:
    """An automorphism of the board, with or without an exchange of the colors (§3)."""

    def __init__(self, game, images, swap):
        self.game, self.images, self.swap = game, images, swap
        if sorted(images) != list(range(game.points)):
            refuse("a symmetry is no permutation of the points")
        if any(self.mask(game.neighbours[x]) != game.neighbours[images[x]] for x in range(game.points)):
            refuse("a symmetry is no automorphism of the board")

    def mask(self, mask):
        return sum(1 << self.images[point] for point in points_of(mask))

    @remember
    def coloring(self, coloring):
        black, white = self.mask(coloring[BLACK]), self.mask(coloring[WHITE])
        return (white, black) if self.swap else (black, white)

    @remember
    def record(self, record):
        game = self.game
        coloring = record >> 1 & game.everywhere, record >> 1 >> game.points
        return game.record(self.coloring(coloring), record & 1 ^ self.swap)
