"""The page that `summitbook serve`, and so `make run`, serves."""

import re
from urllib.request import urlopen

from command import Serving


def test_the_welcome_says_where_the_page_is(tmp_path):
    """What is printed at the start has an address, and the page is there."""
    serving = Serving(tmp_path / "data")
    (address,) = re.findall(r"In a browser: (http://127\.0\.0\.1:\d+)\n", serving.welcome)
    with urlopen(address) as got:
        assert b"<title>Summitbook</title>" in got.read()
    assert serving.stop() == 0


def test_no_page_is_told_where_there_is_none(tmp_path):
    """With `--web-port off` no page is served, and none is named."""
    serving = Serving(tmp_path / "data", "--web-port", "off")
    assert "browser" not in serving.welcome
    assert serving.stop() == 0
