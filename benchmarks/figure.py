"""One measured figure, and the line it is printed as."""

from typing import NamedTuple


class Figure(NamedTuple):
    """`value` in `unit`; `ratio` compares it with a floor measured in the same run."""

    name: str
    value: float
    unit: str
    ratio: float

    def __str__(self) -> str:
        return f"{self.name} {self.value:.4g} {self.unit} {self.ratio:.3g}"
