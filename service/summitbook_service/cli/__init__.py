"""The `summitbook` command."""


def main() -> None:
    """Stand in until the command is written."""
    print("summitbook 0.1.0")
