"""The audit as the command line and AuditReplay both give it: with a verifier of Ed25519."""

from __future__ import annotations

from functools import partial

from summitbook_domain.replay import audit

from .keys import verify

report_on = partial(audit, verify=verify)
"""What an audit of these lines finds; it takes what `audit` takes, and reports the same."""
