"""
A whole client: it plays a game of Everest 1924 without a rule and checks what was recorded.

It needs grpcio and the code that protoc makes of the protos, nothing else. Beside a copy of proto/:

    python3 -m venv venv && . venv/bin/activate
    pip install grpcio grpcio-tools
    python -m grpc_tools.protoc -I proto --python_out=. --grpc_python_out=. $(find proto -name '*.proto')
    python tiny_client.py 127.0.0.1:50051
"""

import hashlib
import json
import os
import random
import sys
import uuid

import grpc

from summitbook.v1 import game_service_pb2 as api
from summitbook.v1.game_service_pb2_grpc import GameServiceStub


def play(games):
    """Make a game, sit down, and send back one of the legal actions until there are none."""
    game_id = games.CreateGame(
        api.CreateGameRequest(command_id=new_id(), game="everest1924", seats=1, claim=os.urandom(32))
    ).game.game_id
    seat = games.TakeSeat(
        api.TakeSeatRequest(command_id=new_id(), game_id=game_id, name="Tiny", claim=os.urandom(32))
    )
    token = (("authorization", f"Bearer {seat.token}"),)
    answer = games.ListLegalActions(api.ListLegalActionsRequest(game_id=game_id), metadata=token)
    while answer.legal_actions:
        chosen = random.choice([each for each in answer.legal_actions if not each.gives_up])
        print(chosen.label)
        act = api.ActRequest(
            command_id=new_id(),
            game_id=game_id,
            command=chosen.command,
            want_view=True,
            want_legal_actions=True,
        )
        answer = games.Act(act, metadata=token)
    print(f"Score {answer.view.everest1924.score}: {answer.view.everest1924.legend}")
    return game_id, answer.record_hash.hex()


def recorded(games, game_id):
    """Follow the game from its first record to its last, and answer the last one's hash."""
    head = "0" * 64
    for item in games.Subscribe(api.SubscribeRequest(game_id=game_id, after=0)):
        for record in item.records.records:
            head = follows(json.loads(record.line), head)
    return head


def follows(record, head):
    """Check that a record holds the hash of the one before and its own; answer its own."""
    said = record.pop("hash")
    canonical = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert record["prev"] == head, f"record {record['n']} does not follow"
    assert said == hashlib.sha256(canonical.encode()).hexdigest(), f"record {record['n']} was changed"
    return said


def new_id():
    """A new command has a new id; the same command sent again keeps its own."""
    return str(uuid.uuid4())


server = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051"
with grpc.insecure_channel(server) as channel:
    stub = GameServiceStub(channel)
    game, receipt = play(stub)
    assert recorded(stub, game) == receipt, "the log is not the one that was answered"
    print(f"Checked to the last record: {receipt}")
