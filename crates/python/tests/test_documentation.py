import doctest
import inspect

import pytest

import koproof

DOCUMENTED = [name for name in koproof.__all__ if name != "__version__"]


def members(of):
    """What a class has of its own, without what every object has."""
    return {name: member for name, member in vars(of).items() if not name.startswith("_")}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_everything_is_documented(name):
    thing = getattr(koproof, name)
    assert inspect.getdoc(thing)
    if inspect.isclass(thing):
        undocumented = [member for member, value in members(thing).items() if not inspect.getdoc(value)]
        assert undocumented == []


@pytest.mark.parametrize("name", ["", *DOCUMENTED])
def test_examples_are_true(name):
    thing = getattr(koproof, name) if name else koproof
    names = {name: getattr(koproof, name) for name in DOCUMENTED}
    test = doctest.DocTestParser().get_doctest(inspect.getdoc(thing), names, name, None, 0)
    said = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert result.failed == 0, "".join(said)
    # A call is documented by an example.
    assert result.attempted > 0 or not inspect.isbuiltin(thing)


def test_calls_show_their_arguments():
    assert str(inspect.signature(koproof.table)).startswith("(board, *, rules=None, nodes=None")
