// A whole client in C++: it plays all seats of any game of the service, without a rule of any game. See ../README.md.
#include <absl/strings/escaping.h>
#include <absl/strings/str_format.h>
#include <grpcpp/grpcpp.h>
#include <openssl/sha.h>
#include <algorithm>
#include <future>
#include <iostream>
#include <random>

#include "summitbook/v1/game_service.grpc.pb.h"

using namespace summitbook::v1;
using absl::BytesToHexString, absl::StrFormat, std::string;
using Games = GameService::Stub;
std::unique_ptr<Games> games;
std::random_device luck;

void say(const string &line) { std::cout << line + "\n" << std::flush; }
void check(bool holds, const string &otherwise) {
    if (holds) return;
    std::cerr << otherwise << std::endl;
    std::quick_exit(1);
}

// A UUID: every command has one of its own, and keeps it where it is sent again.
string new_id() {
    return StrFormat("%08x-%04x-4%03x-a%03x-%012x", luck(), luck() >> 16, luck() >> 20, luck() >> 20, luck());
}

// A connection of its own, as gRPC would share one. What is not answered is sent again, ids and all, and so done once.
std::unique_ptr<Games> connect(const string &server) {
    grpc::ChannelArguments own;
    own.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    own.SetServiceConfigJSON(R"({"methodConfig": [{"name": [{}], "timeout": "60s", "waitForReady": true, "retryPolicy": {"maxAttempts": 5,
        "retryableStatusCodes": ["UNAVAILABLE"], "initialBackoff": "0.2s", "maxBackoff": "2s", "backoffMultiplier": 2}}]})");
    return GameService::NewStub(grpc::CreateCustomChannel(server, grpc::InsecureChannelCredentials(), own));
}

template <class Q, class A>
A answer(grpc::Status (Games::*call)(grpc::ClientContext *, const Q &, A *), const Q &request, const string &token = "") {
    grpc::ClientContext context;
    if (!token.empty()) context.AddMetadata("authorization", "Bearer " + token);
    A answered;
    auto status = (games.get()->*call)(&context, request, &answered);
    check(status.ok(), status.error_message());
    return answered;
}

// Finds in a record's line its number, the hash before it, and its own, which is that of the rest.
void check_follows(const Record &last, const Record &record) {
    string line = record.line(), own = StrFormat(R"("hash":"%s",)", BytesToHexString(record.record_hash()));
    auto at = line.find(own + StrFormat(R"("n":%d,"prev":"%s",)", last.n() + 1, BytesToHexString(last.record_hash())));
    check(record.n() == last.n() + 1 && at != string::npos, StrFormat("record %d does not follow", record.n()));
    line.erase(at, own.size());
    string hash(SHA256_DIGEST_LENGTH, 0);
    SHA256((unsigned char *)line.data(), line.size(), (unsigned char *)hash.data());
    check(hash == record.record_hash(), StrFormat("record %d is not as it was written", record.n()));
}

// An event's name, its game's if it has one. What these protos lack is newer, and counts all the same.
string called(const google::protobuf::Message &event) {
    auto kinds = event.GetDescriptor()->FindOneofByName("event");
    if (!kinds) return event.GetDescriptor()->name();
    auto kind = event.GetReflection()->GetOneofFieldDescriptor(event, kinds);
    return kind ? called(event.GetReflection()->GetMessage(event, kind)) : "unknown event";
}

// Sees the game to its last record, whatever breaks the stream. One that hangs ends by the timeout.
Record follow(const string &server, const string &game_id) {
    Record last;
    last.set_record_hash(string(SHA256_DIGEST_LENGTH, 0));
    for (int tries = 1;; tries++) {
        grpc::ClientContext context;
        SubscribeRequest request;
        request.set_game_id(game_id);
        request.set_after(last.n());
        auto line = connect(server);
        auto stream = line->Subscribe(&context, request);
        for (SubscribeResponse item; stream->Read(&item);) {
            for (auto &record : item.records().records()) {
                check_follows(last, record);
                say(StrFormat("record %d: %s", record.n(), called(record.event())));
                last = record;
            }
            if (tries == 1 && last.n() >= 5) context.TryCancel();  // once, on purpose: every game has more records
        }
        auto status = stream->Finish();
        if (status.ok() && tries > 1) return last;
        check(tries < 20, StrFormat("after record %d and not at the end: %s", last.n(), status.error_message()));
    }
}

// Looks at the game as each seat, and picks any action, but one that goes on where there is one.
std::tuple<Game, TakeSeatResponse, LegalAction> choose(std::vector<TakeSeatResponse> seats) {
    std::tuple<Game, TakeSeatResponse, LegalAction> chosen;
    std::shuffle(seats.begin(), seats.end(), luck);
    for (auto &seat : seats) {
        GetGameRequest request;
        request.set_game_id(seat.game_id());
        auto shown = answer(&Games::GetGame, request, seat.token());
        std::get<Game>(chosen) = shown.game();
        std::shuffle(shown.mutable_legal_actions()->begin(), shown.mutable_legal_actions()->end(), luck);
        for (auto &action : shown.legal_actions())
            if (!std::get<LegalAction>(chosen).has_command() || !(action.gives_up() || action.undoes())) chosen = {shown.game(), seat, action};
    }
    return chosen;
}

// Sends what was chosen until the game has an outcome: the game as it then is, and the last answer.
std::pair<Game, ActResponse> play(const std::vector<TakeSeatResponse> &seats) {
    for (ActResponse last;;) {
        auto [game, seat, action] = choose(seats);
        if (!game.outcome().empty()) return {game, last};
        say(StrFormat("seat %d: %s", seat.seat(), action.label()));
        ActRequest act;
        act.set_game_id(game.game_id());
        act.set_command_id(new_id());
        act.set_expected_version(game.version());
        *act.mutable_command() = action.command();
        last = answer(&Games::Act, act, seat.token());
    }
}

int main(int count, char **words) {
    check(count == 4, "usage: climb GAME SEATS HOST:PORT");
    games = connect(words[3]);
    CreateGameRequest create;
    create.set_game(words[1]);
    create.set_seats(std::stoi(words[2]));
    create.set_command_id(new_id());
    create.set_claim(new_id());
    auto made = answer(&Games::CreateGame, create).game();
    std::vector<TakeSeatResponse> seats;
    for (auto &place : made.seats()) {
        TakeSeatRequest take;
        take.set_game_id(made.game_id());
        take.set_name(StrFormat("C++ %d", place.seat()));
        take.set_command_id(new_id());
        take.set_claim(create.claim());
        seats.push_back(answer(&Games::TakeSeat, take));
    }
    auto following = std::async(std::launch::async, follow, words[3], made.game_id());
    auto [game, told] = play(seats);
    auto seen = following.get();
    check(told.version() == game.version() && told.record_hash() == game.record_hash(), "the last answer is not of the last record");
    check(seen.n() == game.version() && seen.record_hash() == game.record_hash(), "the last record is not the one that was seen last");
    say(StrFormat("%s %s ended: %s; %d records, the last is %s", game.game(), game.game_id(), game.outcome(), game.version(), BytesToHexString(seen.record_hash())));
}
