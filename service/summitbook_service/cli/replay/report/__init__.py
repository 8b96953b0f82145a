"""What a referee reads: every verdict of an audit on one page, with nothing to fetch from anywhere."""

from .page import Report

__all__ = ["Report"]
