"""A bot in ten lines."""

import random
import sys

from summitbook_client import BlockingClient, going_on

with BlockingClient(sys.argv[1]) as client:
    seat = client.create_game("everest1924").take_seat("Ten Lines")
    for _ in seat.steps():
        if actions := going_on(seat.legal_actions()):
            seat.act(random.choice(actions).command)
    print(seat.look().view.everest1924.legend)
