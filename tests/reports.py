"""Reports as a browser would read them, and text that would like to be more than text."""

from html.parser import HTMLParser

HOSTILE = '</td><script>alert(1)</script><img src="https://example.org/x" onerror=alert(2)>&#8238;"\''


class Page(HTMLParser):
    """What a browser would find on a page."""

    def __init__(self, source):
        super().__init__()
        self.source = source
        self.tags, self.ids, self.links, self.texts = set(), [], [], []
        self.outside = []
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        """Note what it is, where it leads, and what it would fetch or run."""
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.links.append(value)
            if name in {"src", "srcset", "data", "action", "poster"} or name.startswith("on"):
                self.outside.append((tag, name, value))

    def handle_data(self, data):
        """Note what is read."""
        self.texts.append(data)

    @property
    def text(self):
        """All that is read, on one line."""
        return " ".join(" ".join(self.texts).split())
