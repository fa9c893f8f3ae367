"""The data of the atlas, and the families of graphs in it."""
from pathlib import Path

from programs import CommandLine, End, rows


def directories_with(name, description):
    """The directories on the command line; ends the script if a data set is in none of them."""
    parser = CommandLine(description)
    parser.add_argument("directories", nargs="+", metavar="DIRECTORY", help="a directory with the data of the atlas")
    directories = parser.parse_args().directories
    if not read(directories, name):
        cure = "name a directory with the data of the atlas, such as results/atlas"
        raise End(f"there is no {name}.csv in {', '.join(directories)}: {cure}", 2)
    return directories


def read(directories, name):
    """The rows of a data set, and nothing if there is none."""
    for directory in directories:
        path = Path(directory) / f"{name}.csv"
        if path.exists():
            return rows(path)
    return []


def neighbours(graph6):
    """A graph of fewer than 63 points as sets of neighbours."""
    points = ord(graph6[0]) - 63
    bits = [(ord(letter) - 63) >> shift & 1 for letter in graph6[1:] for shift in range(5, -1, -1)]
    sets = [set() for _ in range(points)]
    pairs = ((a, b) for b in range(1, points) for a in range(b))
    for (a, b), bit in zip(pairs, bits):
        if bit:
            sets[a].add(b)
            sets[b].add(a)
    return sets


def edges(graph6):
    """The pairs of points that are joined, in order."""
    return [(one, other) for one, near in enumerate(neighbours(graph6)) for other in sorted(near) if one < other]


def sides(graph):
    """The two sides of a connected bipartite graph, None for others."""
    side = {0: 0}
    queue = [0]
    for point in queue:
        for other in graph[point]:
            if other not in side:
                side[other] = 1 - side[point]
                queue.append(other)
            elif side[other] == side[point]:
                return None
    return [[point for point in side if side[point] == which] for which in (0, 1)]


def families(graph6):
    """The families that a connected graph belongs to."""
    graph = neighbours(graph6)
    points = len(graph)
    degrees = sorted(len(others) for others in graph)
    edges = sum(degrees) // 2
    found = []
    if edges == points - 1:
        found.append("tree")
        if points < 3 or degrees[-1] == 2:
            found.append("path")
        if points > 3 and degrees[-1] == points - 1:
            found.append("star")
    if points >= 3 and degrees[0] == degrees[-1] == 2:
        found.append("cycle")
    if edges == points * (points - 1) // 2:
        found.append("complete")
    halves = sides(graph)
    if halves and min(map(len, halves)) > 1 and edges == len(halves[0]) * len(halves[1]):
        found.append("bipartite {},{}".format(*sorted(map(len, halves))))
    if points > 4 and degrees[-1] == points - 1 and degrees[:-1] == [3] * (points - 1):
        rim = [others - {p for p in range(points) if len(graph[p]) == points - 1} for others in graph]
        walk, seen = [next(p for p in range(points) if len(graph[p]) < points - 1)], set()
        while walk:
            point = walk.pop()
            if point not in seen:
                seen.add(point)
                walk.extend(rim[point])
        if len(seen) == points - 1:
            found.append("wheel")
    return found
