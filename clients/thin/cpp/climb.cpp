// A whole client in C++: it plays any game of the service, all seats of it, without a rule of any game.
//
//     build/climb GAME SEATS HOST:PORT
//
// While it plays it follows the game's records as anyone can, loses that stream once and resumes it, asks one
// answer a second time over another connection, and ends with 0 only if both sides agree to the last record.
#include <google/protobuf/util/message_differencer.h>
#include <grpcpp/grpcpp.h>
#include <openssl/sha.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <iostream>
#include <random>
#include <thread>

#include "summitbook/v1/game_service.grpc.pb.h"

namespace api = summitbook::v1;
using api::GameService;
using std::string;
using namespace std::chrono_literals;

constexpr int TRIES = 20;
constexpr int DROPPED_AT = 5;  // records have come when the stream is dropped on purpose; every game has more.

string server;
std::unique_ptr<GameService::Stub> games;
std::random_device luck;

// The last record somebody has seen: its number and its hash.
struct Head {
    int n;
    string hash;
};

void say(const string &line) { std::cout << line + "\n" << std::flush; }

void check(bool holds, const string &otherwise) {
    if (holds) return;
    std::cerr << otherwise + "\n";
    std::quick_exit(1);
}

// A connection of its own: gRPC would let all to one address share one.
std::unique_ptr<GameService::Stub> connect() {
    grpc::ChannelArguments own;
    own.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return GameService::NewStub(grpc::CreateCustomChannel(server, grpc::InsecureChannelCredentials(), own));
}

// Waits a little after an error that leaves open what became of a call; any other one, or too many, are the end.
void again(const grpc::Status &status, int tries) {
    auto code = status.error_code();
    bool lost = code == grpc::UNAVAILABLE || code == grpc::CANCELLED || code == grpc::DEADLINE_EXCEEDED;
    check(lost && tries < TRIES, status.error_message());
    std::this_thread::sleep_for(200ms);
}

// Makes a call, with or without a token, until it is answered: with the same ids, over a new connection.
template <class Q, class A>
A answered(grpc::Status (GameService::Stub::*call)(grpc::ClientContext *, const Q &, A *), const Q &request, const string &token = "") {
    for (int tries = 1;; tries++) {
        grpc::ClientContext context;
        context.set_deadline(std::chrono::system_clock::now() + 10s);
        if (!token.empty()) context.AddMetadata("authorization", "Bearer " + token);
        A answer;
        auto status = (games.get()->*call)(&context, request, &answer);
        if (status.ok()) return answer;
        again(status, tries);
        games = connect();
    }
}

string random_bytes(int count) {
    string bytes;
    while (count--) bytes += char(luck());
    return bytes;
}

string hex(const string &bytes) {
    string digits;
    for (unsigned char byte : bytes) digits += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    return digits;
}

// A UUID: a new command has a new one, the same command sent again keeps its own.
string new_id() {
    string id = hex(random_bytes(16));
    id[12] = '4', id[16] = 'a';
    for (int at : {8, 13, 18, 23}) id.insert(at, "-");
    return id;
}

// The head that a record leads to, if its line holds its number, its hash and the hash before it.
Head follows(const Head &head, const api::Record &record) {
    string n = std::to_string(record.n()), line = record.line();
    string own = "\"hash\":\"" + hex(record.record_hash()) + "\",";
    auto at = line.find(own + "\"n\":" + n + ",\"prev\":\"" + hex(head.hash) + "\",");
    check(record.n() == head.n + 1 && at != string::npos, "record " + n + " does not follow " + std::to_string(head.n));
    line.erase(at, own.size());
    string hash(SHA256_DIGEST_LENGTH, 0);
    SHA256((unsigned char *)line.data(), line.size(), (unsigned char *)hash.data());
    check(hash == record.record_hash(), "record " + n + " is not as it was written");
    return {record.n(), hash};
}

// Sees the game to its end, whatever happens to the stream. An event of no known kind counts like any other.
Head follow(const string &game_id) {
    Head head{0, string(SHA256_DIGEST_LENGTH, 0)};
    for (int tries = 1;; tries++) {
        grpc::ClientContext context;
        // A stream that hangs ends by its deadline: to resume it is always right.
        context.set_deadline(std::chrono::system_clock::now() + 60s);
        api::SubscribeRequest request;
        request.set_game_id(game_id);
        request.set_after(head.n);
        auto line = connect();
        auto stream = line->Subscribe(&context, request);
        for (api::SubscribeResponse item; stream->Read(&item);) {
            for (auto &record : item.records().records()) head = follows(head, record);
            if (tries == 1 && head.n >= DROPPED_AT) context.TryCancel();
        }
        auto status = stream->Finish();
        check(!status.ok() || tries > 1, "the stream was never dropped");
        if (status.ok()) return head;
        again(status, tries);
        say("the stream broke after record " + std::to_string(head.n));
    }
}

// What gets the game on comes before what undoes a step, and giving up last.
int rank(const api::LegalAction &action, bool waited) {
    return action.gives_up() ? 3 : action.undoes() ? 2 : waited || action.helps() ? 0 : 1;
}

struct Choice {
    int rank, seat;
    string token;
    api::LegalAction action;
};

// Looks at the game, and picks one of the best actions that its seats may send.
Choice choose(const std::vector<api::TakeSeatResponse> &seats, api::Game &game) {
    std::vector<Choice> choices;
    for (auto &seat : seats) {
        api::GetGameRequest request;
        request.set_game_id(seat.game_id());
        auto shown = answered(&GameService::Stub::GetGame, request, seat.token());
        game = shown.game();
        bool waited = std::count(game.waits_for().begin(), game.waits_for().end(), seat.seat());
        for (auto &action : shown.legal_actions()) choices.push_back({rank(action, waited), seat.seat(), seat.token(), action});
    }
    std::shuffle(choices.begin(), choices.end(), luck);
    auto best = std::min_element(choices.begin(), choices.end(), [](auto &a, auto &b) { return a.rank < b.rank; });
    check(best != choices.end() || game.status() == api::GAME_STATUS_CLOSED, "nobody can go on");
    return best == choices.end() ? Choice() : *best;
}

// Sends choices until the game is closed; the head of the last answer.
Head play(const std::vector<api::TakeSeatResponse> &seats) {
    Head head;
    api::Game game;
    for (bool first = true;; first = false) {
        auto choice = choose(seats, game);
        if (game.status() == api::GAME_STATUS_CLOSED) return head;
        say("seat " + std::to_string(choice.seat) + ": " + choice.action.label());
        api::ActRequest act;
        act.set_game_id(game.game_id());
        act.set_command_id(new_id());
        act.set_expected_version(game.version());
        *act.mutable_command() = choice.action.command();
        auto answer = answered(&GameService::Stub::Act, act, choice.token);
        head = {answer.version(), answer.record_hash()};
        if (!first) continue;
        games = connect();
        auto repeated = answered(&GameService::Stub::Act, act, choice.token);
        check(google::protobuf::util::MessageDifferencer::Equals(answer, repeated), "a command sent again was answered otherwise");
    }
}

int main(int count, char **words) {
    check(count == 4, "usage: climb GAME SEATS HOST:PORT");
    server = words[3];
    games = connect();
    api::CreateGameRequest create;
    create.set_command_id(new_id());
    create.set_game(words[1]);
    create.set_seats(std::stoi(words[2]));
    create.set_claim(random_bytes(32));
    auto game = answered(&GameService::Stub::CreateGame, create).game();
    std::vector<api::TakeSeatResponse> seats;
    for (int place = 0; place < create.seats(); place++) {
        api::TakeSeatRequest take;
        take.set_game_id(game.game_id());
        take.set_command_id(new_id());
        take.set_name("C++ " + std::to_string(place));
        take.set_claim(random_bytes(32));
        seats.push_back(answered(&GameService::Stub::TakeSeat, take));
    }
    auto following = std::async(std::launch::async, follow, game.game_id());
    Head heads[] = {play(seats), following.get()};
    api::GetGameRequest get;
    get.set_game_id(game.game_id());
    game = answered(&GameService::Stub::GetGame, get).game();
    for (auto &head : heads)
        check(head.n == game.version() && head.hash == game.record_hash(), "record " + std::to_string(head.n) + " is not the server's last");
    say(game.game() + " " + game.game_id() + " ended: " + game.outcome() + "; " + std::to_string(game.version()) + " records, the last is " + hex(game.record_hash()));
}
