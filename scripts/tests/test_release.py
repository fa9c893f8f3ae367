"""The archive of results: complete, the same every time, and checked with nothing but itself."""
import errno
import hashlib
import pathlib
import re
import resource
import subprocess
import sys
import tarfile
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))

import programs  # noqa: E402


class Unwritten(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.out = pathlib.Path(directory.name)

    def test_a_directory_that_cannot_be_made_is_refused_before_packing(self):
        # Nobody can make a directory in /proc, not even root.
        done = subprocess.run([SCRIPTS / "release", "--draft", "--out", "/proc/nix/archive"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"\A[^\n]*release: --out /proc/nix/archive: cannot make /proc/nix: [^\n]+\n\Z")

    def test_an_error_while_writing_leaves_no_file(self):
        path = self.out / "archive.tar.gz"
        programs.replace(path, "old")
        # A limit on the size of files, in place of a full disk.
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
        try:
            with self.assertRaises(OSError) as raised:
                programs.replace(path, bytes(2000))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        # programs.run says it in one line.
        self.assertEqual((raised.exception.filename, raised.exception.errno), (str(path), errno.EFBIG))
        self.assertEqual([(each.name, each.read_bytes()) for each in self.out.iterdir()], [("archive.tar.gz", b"old")])


class TheArchive(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        cls.out = pathlib.Path(cls.directory.name)
        cls.path = cls.pack("once")
        with tarfile.open(cls.path) as archive:
            archive.extractall(cls.out, filter="data")
        (cls.root,) = cls.out.glob("koproof-results-*.*.*")

    @classmethod
    def pack(cls, name):
        command = [SCRIPTS / "release", "--draft", "--out", cls.out / name]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        digest, path = said.split(maxsplit=1)
        path = pathlib.Path(path.strip())
        assert hashlib.sha256(path.read_bytes()).hexdigest() == digest
        return path

    def check(self, *certificates):
        """Runs the checker of the archive, which sees no other file of the project."""
        command = [sys.executable, "-B", "-E", "-s", "scripts/check_certificate.py", *certificates]
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True)

    def test_every_file_has_its_checksum(self):
        lines = (self.root / "SHA256SUMS").read_text().splitlines()
        sums = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
        files = {str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_file()}
        self.assertEqual(files - {"SHA256SUMS"}, set(sums))
        for name, digest in sums.items():
            self.assertEqual(hashlib.sha256((self.root / name).read_bytes()).hexdigest(), digest, name)

    def test_certificate_is_proved_by_the_archive_alone(self):
        done = self.check("results/certificates/2x3.nstt.kpc")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("proved", done.stdout)

    def test_changed_certificate_is_refused(self):
        content = bytearray((self.root / "results/certificates/2x3.nstt.kpc").read_bytes())
        content[len(content) // 2] ^= 1
        changed = self.out / "changed.kpc"
        changed.write_bytes(content)
        self.assertEqual(self.check(changed).returncode, 4)

    def test_archive_is_the_same_every_time(self):
        self.assertEqual(self.path.read_bytes(), self.pack("again").read_bytes())

    def test_what_the_page_names_is_there(self):
        page = (self.root / "CHECK.md").read_text(encoding="utf-8")
        for name in ("results/datapackage.json", "docs/certificates.md", "docs/trust.md", "CITATION.cff", "results/CERTIFICATES.md"):
            self.assertIn(name, page)
            self.assertTrue((self.root / name).is_file(), name)

    def test_no_link_is_dead(self):
        for page in self.root.rglob("*.md"):
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
                if not re.match(r"[a-z]+:", target):
                    self.assertTrue((page.parent / target).exists(), f"{page.relative_to(self.root)}: {target}")
        trust = (self.root / "docs/trust.md").read_text(encoding="utf-8")
        self.assertIn("(`proof/theories/Statement.v` in the source code)", trust)


if __name__ == "__main__":
    unittest.main()
