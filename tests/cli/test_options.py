"""Reading times such as 90s, 10m or 2h."""

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree.cli.options import Time


@pytest.mark.parametrize(
    ("text", "found"),
    [("90", 90), ("90s", 90), ("90 s", 90), (" 2m ", 120), ("10min", 600), ("10 min", 600)]
    + [("2h", 7200), ("1d", 86400), ("007s", 7), ("999999999d", 999_999_999 * 86400)],
)
def test_valid_times(text, found):
    assert Time().convert(text, None, None) == found


BAD = ["", " ", "-5s", "+5s", "1.5m", "1e3", "5 s s", "s", "5S", "five", "1h30m"]


@pytest.mark.parametrize("text", [*BAD, "9" * 10, "5\n6s", "٣s", "5  s", "inf", "0x10"])
def test_wrong_times_are_refused(text):
    with pytest.raises(click.BadParameter, match="is not a time: write 90s, 10m or 2h"):
        Time().convert(text, None, None)


@pytest.mark.parametrize("text", ["0", "0s", "00h", 0])
def test_no_time_is_refused_unless_allowed(text):
    assert Time(least=0).convert(text, None, None) == 0
    with pytest.raises(click.BadParameter, match=f"must be at least 1s, got {text!r}"):
        Time().convert(text, None, None)


@given(st.text("0123456789 smhdin.+-x٣\n", max_size=8))
def test_any_text_is_a_time_or_refused(text):
    try:
        assert Time(least=0).convert(text, None, None) >= 0
    except click.BadParameter:
        return
    assert text.strip()[0].isdigit()
