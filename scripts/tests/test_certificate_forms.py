"""What the readers of both forms refuse, text and binary."""
import unittest
import zlib

from binary_encoder import contain, encode, to_binary, u32, u64
from hand_made import PAIR, PAIR_SYMMETRIES, pair
from naive_prover import seal
from support import check, contents, position, refusal, text


class TextForm(unittest.TestCase):
    def refused(self, data, reason):
        self.assertIn(reason, refusal(data) or "accepted")

    def test_version_2_says_how_games_are_scored(self):
        lines = pair().decode("ascii").splitlines()[:-1]
        self.refused(seal(["koproof certificate 2", *lines[1:]]), "line 5: expected `scoring`")
        for scoring in ("area", "taylor", ""):
            scored = ["koproof certificate 2", *lines[1:4], f"scoring {scoring}", *lines[4:]]
            self.refused(seal(scored), "line 5: expected one of: territory")
            self.refused(seal([lines[0], *scored[1:]]), "line 5: expected one of: position, table")

    def test_header_lines(self):
        lines = pair().decode("ascii").splitlines()[:-1]
        for number, line, reason in (
                (0, "koproof certificate 3", "versions 1 and 2"), (1, "graph6 ", "graph6"), (1, "graph6 A", "length"),
                (1, "graph6 A`", "after the last pair"), (1, "graph6 ?", "1 to 64"), (1, "graph6 ~?A@", "1 to 64"),
                (1, "graph6 ~??A_", "fewer than 63"), (1, "graph6 A_ ", "characters"), (1, "graph A_", "expected `graph6`"),
                (2, "superko none", "one of"), (3, "suicide yes", "one of"), (4, "problem", "one of"),
                (5, "start .", "2 characters"), (6, "to-move Black", "one of"), (7, "moves", "expected `moves`"),
                (7, "moves  ", "a number"), (7, "moves 00", "a number"), (8, "at-least +0", "a number"),
                (8, "at-least -0", "zero"), (9, "at-most", "expected `at-most`"), (10, "symmetry 1 0", "expected `symmetry`"),
                (10, "symmetry 1 -0 keep", "a number"), (10, "symmetry  1 0 keep", "a number"), (13, "step", "`steps`")):
            self.refused(seal(lines[:number] + [line] + lines[number + 1:]), reason)
            self.assertTrue(refusal(seal(lines[:number] + [line] + lines[number + 1:])).startswith(f"line {number + 1}:"))
        for score in ("32768", "-32768", "99999999999999999999"):
            found = refusal(seal(lines[:8] + [f"at-least {score}"] + lines[9:]))
            self.assertEqual(found, f"line 10: a stated score of {score}: from -32767 to 32767 are allowed")
        for number, line in ((8, "at-least 65"), (9, "at-most -65"), (8, "at-least 32767"), (9, "at-most -32767")):
            found = refusal(seal(lines[:number] + [line] + lines[number + 1:]))
            self.assertTrue(found.startswith("header: ") and "-64 to 64" in found, found)

    def test_items(self):
        for item, reason in (("", "an item"), ("x", "an item"), ("s", "an item"), ("d", "an item"), ("d ", "a number"),
                             ("d -1", "a number"), ("d 0 ", "a number"), ("s black 2 .X >= 2 stop", "one of"),
                             ("s black 1 .X = 2 stop", "one of"), ("s black 1 .X >= 2 stop ", "fields after the rule"),
                             ("s black 1 .X >= 2 resign", "no such rule"), ("s black 1 .X >= 2 play 0", "fields after"),
                             ("s black 1 .X >= 2 replies", "fields after"), ("s black 1 .X >= 2 replies 0:blocked", "pass:"),
                             ("s black 1 .X >= 2 replies 0 pass:end", "a colon"), ("s black 1 .X >= 2 pass 0/", "a number"),
                             ("s black 1 .X >= 2 replies pass:blocked", "a number"),
                             ("s black 1 .X >= 2 weaken 0 need - avoid -", "fields after"),
                             ("s black 1 .X >= 2 weaken 0 avoid .X:black need -", "with player under positional"),
                             ("s black 1 .X >= 2 weaken 0 avoid , need -", "2 characters"),
                             ("s black 1 .X >= 65 stop", "-64 to 64"), ("r black .. >= 0", "an item"), ("end", "an item"),
                             ("S black 1 .X >= 2 stop", "an item"), (" s black 1 .X >= 2 stop", "an item"),
                             ("s black 1 .X >= 2  stop", "no such rule"),
                             ("s black 1 .X >= 2 pass 999999999999999999999", "a number")):
            self.refused(pair(PAIR[:1] + [item]), reason)
        item = "s black 1 .X >= 2 weaken 0 avoid .X need -"
        self.refused(pair([item], superko="situational"), "without player under situational")

    def test_the_end(self):
        data = pair()
        cut = data.rindex(b"crc32")
        for damaged, reason in ((data + b"\n", "follows the end"), (data + data, "follows the end"),
                                (data[:-1], "ends too early"), (data[:cut], "ends too early"),
                                (data[:cut] + b"crc32 00000000\n", "the last line"),
                                (data[:cut] + data[cut:].upper(), "the last line"),
                                (data.replace(b"\n", b"\r\n"), "CR and LF"),
                                (data.replace(b"black", b"bl\xe4ck"), "ASCII"),
                                (data[:data.rindex(b"end")], "ends too early"),
                                (data.replace(b"r black .. >= 0 4\n", b"r black .. >= 0 4\nend 7\n"), "no root proves")):
            self.refused(damaged, reason)

    def test_every_truncation_is_refused(self):
        data = pair()
        for length in range(len(data)):
            self.assertIsNotNone(refusal(data[:length]), length)

    def test_every_bit_counts(self):
        data = bytearray(pair())
        for bit in range(8 * len(data)):
            data[bit // 8] ^= 1 << bit % 8
            self.assertIsNotNone(refusal(bytes(data)), bit)
            data[bit // 8] ^= 1 << bit % 8

    def test_limits(self):
        self.refused(b"koproof certificate 1\ngraph6 " + b"~" * (1 << 21), "more than 1048576 bytes")
        self.refused(pair(["d " + "0 " * 4096 + "0"]), "4097 steps in a drop")
        long = ",".join(["X."] * 4097)
        self.refused(pair(PAIR[:2] + [f"s white 0 .X >= 2 weaken 1 avoid {long} need -"]), "4097 records")
        self.refused(pair(symmetries=["1 0 keep"] * 4097), "4097 symmetries")
        self.assertIsNone(refusal(pair(symmetries=PAIR_SYMMETRIES + ("1 0 keep",) * 4093)))
        self.refused(pair(statement=position("..", "black", 0, 0, " ".join(["0"] * 65_537))), "65537 moves")


class BinaryForm(unittest.TestCase):
    def refused(self, data, reason):
        self.assertIn(reason, refusal(data) or "accepted")

    def test_both_forms_say_the_same(self):
        for data in (pair(), text("Bg", ["table", "roots 1"], ["s white 0 .X. >= 3 alive", "r white .X. >= 3 0"]),
                     pair(PAIR[:2] + ["d 0", "s white 0 .X >= -1 weaken 1 avoid X. need ..", "r white .X >= -1 2"],
                          statement=position("..", "white", -1, "-", "0 1"))):
            for options in ({}, {"block": 1}, {"block": 7, "compression": 0}, {"block": 1 << 20}):
                self.assertEqual(contents(to_binary(data, **options)), contents(data))
                check(to_binary(data, **options))

    def test_every_truncation_is_refused(self):
        data = to_binary(pair(), block=300)
        for length in range(len(data)):
            self.assertIsNotNone(refusal(data[:length]), length)
        self.refused(data + b"\0", "follows the end")

    def test_every_bit_counts(self):
        for options in ({}, {"compression": 0}):
            data = bytearray(to_binary(pair(), block=300, **options))
            for bit in range(8 * len(data)):
                data[bit // 8] ^= 1 << bit % 8
                self.assertIsNotNone(refusal(bytes(data)), bit)
                data[bit // 8] ^= 1 << bit % 8

    def test_the_container(self):
        header, items = encode(pair())
        for options, reason in (({"version": 3}, "version 3"), ({"layout": 0}, "layout 0"),
                                ({"compression": 2}, "compression"), ({"block": (1 << 20) + 1}, "beyond its limits")):
            self.refused(contain(header, items, **options), reason)
        self.refused(contain(header + b"\0", items), "follows the last field")
        self.refused(contain(header[:-1], items), "ends too early")
        self.refused(contain(header, items + b"\0"), "follows the end")
        self.refused(contain(header, items[:-1]), "ends too early")
        self.refused(contain(header, items[:-12]), "ends too early")
        self.refused(contain(bytes((1 << 20) + 1), items), "beyond its limits")

    def test_blocks(self):
        data = to_binary(pair(), compression=0, block=1 << 20)
        header, items = encode(pair())
        start = data.index(items) - 8
        self.assertIn("out of place", refusal(data[:start] + u32(len(items)) + u32(len(items) - 1) + data[start + 8:]))
        self.assertIn("out of place", refusal(data[:start] + u32((1 << 20) + 1) + data[start + 4:]))
        self.assertIn("out of place", refusal(data[:start + 4] + u32(0xFFFFFFFF) + data[start + 8:]))
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        unfinished = packer.compress(bytes(99)) + packer.flush(zlib.Z_SYNC_FLUSH)
        finished = unfinished + packer.flush()
        for packed in (b"\x03\0", b"", unfinished, finished + b"\0"):
            self.refused(contain(header, bytes(99), deflate=lambda _: packed), "does not inflate to its 99 bytes")
        read = "step 0: `stop` ends the game too early"  # what 99 zeros say, so that the block itself is right
        self.refused(contain(header, bytes(99), deflate=lambda _: finished), read)
        self.refused(contain(header, bytes(99), deflate=lambda _: b"\xff"), "not deflated")
        self.refused(contain(header, items, total=len(items) + 1), "plain bytes, but has")
        self.assertIsNone(refusal(contain(header, items, block=100, cuts=range(0, len(items), 100))))
        self.refused(contain(header, items, block=100, cuts=[0, 100, 199, *range(299, len(items), 100)]), "out of place")
        self.refused(contain(header, items, block=100, cuts=[0, 100, 201, *range(301, len(items), 100)]), "out of place")

    def test_a_deflate_bomb_is_not_inflated(self):
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        bomb = packer.compress(bytes(1 << 26)) + packer.flush()
        self.refused(contain(encode(pair())[0], bytes(1 << 20), block=1 << 20, deflate=lambda _: bomb), "does not inflate")

    def test_hostile_lengths(self):
        header, items = encode(pair())
        huge = u64((1 << 64) - 1)
        self.refused(contain(huge + header[8:], items), "characters in the graph6 text")
        start = header.index(u64(3) + u64(2))  # three symmetries, the first of two images
        self.refused(contain(header[:start] + huge, items), "symmetries")
        self.refused(contain(header[:start] + u64(1) + huge, items), "images")
        self.refused(contain(header[:start - 6 - 8] + huge, items), "moves")
        step = items[:4 + 16 + 1 + 1 + 3]
        self.refused(contain(header, u32(1) + huge), "steps in a drop")
        self.refused(contain(header, u32(1) + u64(0)), "a drop of no steps")
        self.refused(contain(header, step + u32(5) + huge), "replies")
        self.refused(contain(header, step + u32(6) + bytes(6) + huge), "records in a list")
        self.refused(contain(header, step + u32(6) + bytes(6) + u64(4097)), "4097 records")

    def test_choices_and_flags(self):
        header, items = encode(pair())
        self.refused(contain(header, u32(4)), "the kind of item")
        step = items[:4 + 16]
        self.refused(contain(header, step + b"\2"), "a truth value")
        self.refused(contain(header, step + b"\0\2"), "the number of passes")
        self.refused(contain(header, step + b"\0\0\0\0\0" + u32(7)), "the rule")
        self.refused(contain(header, step + b"\0\0\0\x41\0" + u32(0)), "-64 to 64")
        self.refused(contain(header, u32(0) + u64(1) + u64(1)), "both colors")
        self.refused(contain(header, u32(0) + u64(4) + u64(0)), "a point that the board has not")
        self.refused(contain(header[:10] + u32(4) + header[14:], items), "superko")
        self.refused(contain(header[:15] + u32(2), items), "the kind of statement")


if __name__ == "__main__":
    unittest.main()
