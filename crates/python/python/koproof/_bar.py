"""Progress as a bar of tqdm."""

from koproof._koproof import Progress


class Bar:
    """Shows the progress of one call; tqdm is imported only when a bar is asked for."""

    def __init__(self, what: str) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise ImportError("progress=True needs tqdm: pip install tqdm, or give a function") from None
        self._bar = tqdm(desc=what, unit=" expansions", unit_scale=True)

    def __call__(self, progress: Progress) -> None:
        if progress.total > 1:
            self._bar.unit = ""
            self._bar.total = progress.total
            self._bar.n = progress.done
        else:
            self._bar.n = progress.expansions
        self._bar.refresh()

    def close(self) -> None:
        """Leaves the bar where it is."""
        self._bar.close()
