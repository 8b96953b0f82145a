"""`summitbook health`."""

from command import Serving, summitbook


def test_a_service_that_can_do_its_work_is_told(tmp_path):
    """SERVING ends with 0, in words and as JSON; once the service is stopped it is UNREACHABLE, with 1."""
    serving = Serving(tmp_path / "data")
    told = summitbook("health", "--server", serving.server)
    as_json = summitbook("health", "--server", serving.server, "--json")
    serving.stop()
    after = summitbook("health", "--server", serving.server)

    assert (told.status, told.out) == (0, f"{serving.server} is SERVING\n")
    assert as_json.json == [{"server": serving.server, "status": "SERVING"}]
    assert (after.status, after.err.split(": ")[1]) == (1, "UNREACHABLE")
