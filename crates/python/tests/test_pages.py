import os
import re

import nbclient
import nbformat

from conftest import ROOT


def test_notebook_runs_from_top_to_bottom(tmp_path):
    """The pictures are kept where KOPROOF_NOTEBOOK says, so that they can be looked at."""
    notebook = nbformat.read(ROOT / "notebooks/superko.ipynb", as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(cells) == 10 and not any(cell.outputs for cell in cells)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()
    drawn = [cell for cell in cells if any({"image/svg+xml", "image/png"} & set(output.get("data", {})) for output in cell.outputs)]
    said = ["".join(output.get("text", "") for output in cell.outputs) for cell in cells]
    if kept := os.environ.get("KOPROOF_NOTEBOOK"):
        nbformat.write(notebook, kept)
    assert len(drawn) == 8 and said[8].endswith("stopped by the node limit\n")
    assert "superko: it would recreate the position after move 1" in said[2]
    assert "with its history -4, without 1" in said[4]
    assert "{'nstt': 2, 'nstt-situational': 5}" in said[6]
    assert "5 is proved in" in said[7]


def test_python_of_the_handbook_is_true(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    page = (ROOT / "docs/book/src/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    assert len(blocks) > 5 and len(blocks[0].strip().splitlines()) <= 10
    names = {}
    for block in blocks:
        exec(block, names)
    assert (tmp_path / "six-points.svg").stat().st_size > 1_000
    assert (len(names["graphs"]), len(names["solved"])) == (112, 112)
