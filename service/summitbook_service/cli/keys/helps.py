"""What `summitbook keys --help` says."""

from __future__ import annotations

from ..helps import Help

ALL = Help(
    "Look after the keys of a service.", "", ("summitbook keys status", "summitbook keys rotate token")
)

COMMANDS = {
    "status": Help("List the keys of each ring, and which one makes.", "", ("summitbook keys status",)),
    "rotate": Help(
        "Make a new key for a ring; the older ones still open and verify.",
        """\
RING is master, signing or token. The new key is used from a minute from now on, by when every service that \
shares the folder has read it, without a restart. No game and no token ends.""",
        ("summitbook keys rotate token", "summitbook keys rotate master --keys /srv/summitbook-keys"),
    ),
    "revoke": Help(
        "Take back every token: make a new token key and delete the older ones.",
        """\
Seats, hosts and operators need new tokens: players get theirs for the claim they kept, and `operator.token` \
in the data folder is made again.""",
        ("summitbook keys revoke",),
    ),
}
