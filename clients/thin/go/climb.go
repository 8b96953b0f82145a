// A whole client in Go: it plays all seats of any game of the service, without a rule of any game. See ../README.md.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"log"
	"math/rand"
	"os"
	"strconv"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"

	api "summitbook/v1"
)

func check(holds bool, otherwise string, values ...interface{}) {
	if !holds {
		log.Fatalf(otherwise, values...)
	}
}

func must[T any](value T, err error) T {
	check(err == nil, "%v", err)
	return value
}

func connect(server string) api.GameServiceClient {
	return api.NewGameServiceClient(must(grpc.Dial(server, grpc.WithInsecure(), grpc.WithUnaryInterceptor(again))))
}

// again makes a call until it is answered, with the same ids, so that it is done once. Some errors are no answer.
func again(ctx context.Context, name string, request, answer interface{}, line *grpc.ClientConn, call grpc.UnaryInvoker, _ ...grpc.CallOption) (err error) {
	for try := 1; try <= 20; try++ {
		waiting, done := context.WithTimeout(ctx, 10*time.Second)
		err = call(waiting, name, request, answer, line)
		done()
		if code := status.Code(err); code != codes.Unavailable && code != codes.DeadlineExceeded {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	return
}

// follow sees the game to its last record, whatever breaks the stream. One that hangs ends by its deadline.
func follow(server, gameID string) *api.Record {
	last := &api.Record{RecordHash: make([]byte, sha256.Size)}
	for try := 1; ; try++ {
		ctx, drop := context.WithTimeout(context.Background(), time.Minute)
		items, err := connect(server).Subscribe(ctx, &api.SubscribeRequest{GameId: gameID, After: last.N}, grpc.WaitForReady(true))
		for item := new(api.SubscribeResponse); err == nil; item, err = items.Recv() {
			for _, record := range item.GetRecords().GetRecords() {
				checkFollows(last, record)
				fmt.Printf("record %d: %s\n", record.N, called(record.Event.ProtoReflect()))
				last = record
			}
			if try == 1 && last.N >= 5 {
				drop() // once, on purpose: every game has more records
			}
		}
		drop()
		if err == io.EOF && try > 1 {
			return last
		}
		check(try < 20, "after record %d and not at the end: %v", last.N, err)
	}
}

// checkFollows finds in a record's line its number, the hash before it, and its own, which is that of the rest.
func checkFollows(last, record *api.Record) {
	own := fmt.Sprintf(`"hash":"%x",`, record.RecordHash)
	links := fmt.Sprintf(`%s"n":%d,"prev":"%x",`, own, last.N+1, last.RecordHash)
	check(record.N == last.N+1 && bytes.Contains(record.Line, []byte(links)), "record %d does not follow", record.N)
	hash := sha256.Sum256(bytes.Replace(record.Line, []byte(own), nil, 1))
	check(bytes.Equal(hash[:], record.RecordHash), "record %d is not as it was written", record.N)
}

// called is an event's name, its game's if it has one. What these protos lack is newer, and counts all the same.
func called(event protoreflect.Message) string {
	for event.Descriptor().Name() == "Event" {
		kind := event.WhichOneof(event.Descriptor().Oneofs().Get(0))
		if kind == nil {
			return "unknown event"
		}
		event = event.Get(kind).Message()
	}
	return string(event.Descriptor().Name())
}

func as(seat *api.TakeSeatResponse) context.Context {
	return metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+seat.Token)
}

// choose looks at the game as each seat, and picks any action, but one that goes on where there is one.
func choose(games api.GameServiceClient, seats []*api.TakeSeatResponse) (game *api.Game, seat *api.TakeSeatResponse, action *api.LegalAction) {
	for _, at := range rand.Perm(len(seats)) {
		shown := must(games.GetGame(as(seats[at]), &api.GetGameRequest{GameId: seats[at].GameId}))
		game = shown.Game
		for _, of := range rand.Perm(len(shown.LegalActions)) {
			if each := shown.LegalActions[of]; action == nil || !each.GivesUp && !each.Undoes {
				seat, action = seats[at], each
			}
		}
	}
	return
}

// play sends what was chosen until the game has an outcome, and returns the last answer.
func play(games api.GameServiceClient, seats []*api.TakeSeatResponse) (last *api.ActResponse) {
	for game, seat, action := choose(games, seats); game.Outcome == ""; game, seat, action = choose(games, seats) {
		check(action != nil, "nobody can go on, and the game is not over")
		fmt.Printf("seat %d: %s\n", seat.Seat, action.Label)
		last = must(games.Act(as(seat), &api.ActRequest{
			GameId: game.GameId, CommandId: uuid.NewString(), ExpectedVersion: &game.Version, Command: action.Command,
		}))
	}
	return
}

func main() {
	check(len(os.Args) == 4, "usage: climb GAME SEATS HOST:PORT")
	name, places, server := os.Args[1], must(strconv.Atoi(os.Args[2])), os.Args[3]
	games, anyone, claim := connect(server), context.Background(), []byte(uuid.NewString())
	made := &api.CreateGameRequest{CommandId: uuid.NewString(), Game: name, Seats: int32(places), Claim: claim}
	game := must(games.CreateGame(anyone, made)).Game
	var seats []*api.TakeSeatResponse
	for place := range game.Seats {
		taken := &api.TakeSeatRequest{CommandId: uuid.NewString(), GameId: game.GameId, Name: fmt.Sprint("Go ", place), Claim: claim}
		seats = append(seats, must(games.TakeSeat(anyone, taken)))
	}
	end := make(chan *api.Record)
	go func() { end <- follow(server, game.GameId) }()
	told, seen := play(games, seats), <-end
	game = must(games.GetGame(anyone, &api.GetGameRequest{GameId: game.GameId})).Game
	check(told.Version == game.Version && bytes.Equal(told.RecordHash, game.RecordHash), "the last answer is not of the last record")
	check(seen.N == game.Version && bytes.Equal(seen.RecordHash, game.RecordHash), "the last record is not the one that was seen last")
	fmt.Printf("%s %s ended: %s; %d records, the last is %x\n", name, game.GameId, game.Outcome, game.Version, seen.RecordHash)
}
