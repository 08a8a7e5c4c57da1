"""Compares sets of tensors. It mistrusts what looks too good: a tensor that is missing, not asked
for, of another shape, not finite, or zero throughout is an error, whatever the bound."""

from dataclasses import dataclass

import numpy


@dataclass
class Difference:
    name: str
    error: float  # ||actual - expected|| / ||expected||, infinite where that cannot be trusted
    reason: str  # the worst element, or why there is no trust

    def __str__(self):
        return f"{self.name}: {self.error:.3g} ({self.reason})"


def difference(name, actual, expected):
    """Relative L2 distance of two arrays."""
    if actual.shape != expected.shape:
        return Difference(name, numpy.inf, f"shape {actual.shape}, expected {expected.shape}")
    if actual.size == 0:
        return Difference(name, numpy.inf, "no element")
    actual = numpy.asarray(actual, numpy.float64)
    expected = numpy.asarray(expected, numpy.float64)
    for what, array in (("result", actual), ("expectation", expected)):
        if not numpy.isfinite(array).all():
            return Difference(name, numpy.inf, f"{what} is not finite")
        if not array.any():
            return Difference(name, numpy.inf, f"{what} is all zero")
    distance = numpy.abs(actual - expected)
    worst = numpy.unravel_index(distance.argmax(), distance.shape)
    index = ",".join(str(int(i)) for i in worst)
    reason = f"worst at [{index}]: {actual[worst]:.9g}, expected {expected[worst]:.9g}"
    return Difference(name, norm(distance) / norm(expected), reason)


def norm(array):
    return float(numpy.linalg.norm(array.ravel()))


def differences(actual, expected):
    """One Difference for each name in either set."""
    found = []
    for name in sorted(expected.keys() | actual.keys()):
        if name not in actual:
            found.append(Difference(name, numpy.inf, "missing"))
        elif name not in expected:
            found.append(Difference(name, numpy.inf, "unexpected"))
        else:
            found.append(difference(name, actual[name], expected[name]))
    return found


def report(bad, limit=12):
    """The worst first, one a line."""
    worst = sorted(bad, key=lambda difference: -difference.error)
    lines = [str(difference) for difference in worst[:limit]]
    if len(bad) > limit:
        lines.append(f"... and {len(bad) - limit} more")
    return "\n".join(lines)
