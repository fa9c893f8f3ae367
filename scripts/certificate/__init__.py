"""The checker of `check_certificate.py`: `claims.py` checks steps, by the rules of play in `game.py`.

`forms.py` reads the two forms of a file. Nothing depends on `peaks.py` for the truth of a verdict.
"""
