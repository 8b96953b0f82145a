"""The page and, for it, every call over Connect; all of one origin, in this process, behind its own port."""

from .opened import Web, opened

__all__ = ["Web", "opened"]
