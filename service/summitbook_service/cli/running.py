"""Run one command, and turn whatever goes wrong into one clear line and an exit status."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

from cyclopts import CycloptsError

from .app import app
from .output import complain
from .problem import FAULT, WRONG_USAGE, Problem
from .streams import prepare


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process; its exit status."""
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # gRPC writes lines of its own; an error here has one
    prepare()
    typed = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = _run(typed)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has gone; what is still buffered must not be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAULT
    return status


def _run(typed: Sequence[str]) -> int:
    as_json = "--json" in typed
    try:
        return _status(app(typed, exit_on_error=False, print_error=False, result_action="return_value"))
    except CycloptsError as error:
        complain("USAGE", f"{_sentence(error)} {_see(error)}", as_json=as_json)
        return WRONG_USAGE
    except Problem as problem:
        complain(problem.code, problem.message, as_json=as_json)
        return problem.status
    except BrokenPipeError:
        raise
    except OSError as error:
        complain("FILE", f"{error.filename or 'a file'}: {error.strerror}", as_json=as_json)
        return FAULT
    except Exception as error:  # noqa: BLE001 - whatever it is, a person gets one line
        complain(
            "INTERNAL", f"{_where(error)}; that is a fault of summitbook, please report it", as_json=as_json
        )
        return FAULT


def _status(answer: object) -> int:
    """A command answers its exit status, or nothing where all is fine."""
    return answer if isinstance(answer, int) else 0


def _sentence(error: CycloptsError) -> str:
    return f"{' '.join(str(error).split()).removesuffix('.')}."


def _see(error: CycloptsError) -> str:
    words = ["summitbook", *(error.command_chain or ())]
    return f"See: {' '.join(words)} --help"


def _where(error: Exception) -> str:
    """What was raised and where, but not its text: that might hold anything."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {'/'.join(place.filename.split('/')[-2:])}:{place.lineno}"
