"""
What each legal action is worth, worked out in a process of its own.

Working out the first hint on some content takes seconds, in which nobody else is to wait; and what
reckons there is told what a seat may see, and nothing else. See docs/decisions/0022.
"""

from .advice import Advice
from .figures import best, figure
from .lines import Advised, Worth
from .seen import Seen, seen_by

__all__ = ["Advice", "Advised", "Seen", "Worth", "best", "figure", "seen_by"]
