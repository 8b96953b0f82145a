"""
Backups: every row of a store in one file, whichever store it is, and back into any.

A backup holds no key. See docs/operations.md, "Back up".
"""

from .checking import Checked, check
from .copying import back_up, restore
from .file import BadBackup, Ending

__all__ = ["BadBackup", "Checked", "Ending", "back_up", "check", "restore"]
