// A whole client in Go: it plays any game of the service, all seats of it, without a rule of any game.
//
//	build/climb GAME SEATS HOST:PORT
//
// While it plays it follows the game's records as anyone can, loses that stream once and resumes it, asks one
// answer a second time over another connection, and ends with 0 only if both sides agree to the last record.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"
	"log"
	dice "math/rand"
	"os"
	"strconv"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	api "summitbook/v1"
)

const (
	tries     = 20
	droppedAt = 5 // records have come when the stream is dropped on purpose; every game has more
)

var (
	server string
	games  api.GameServiceClient
)

// head is the last record somebody has seen: its number and its hash.
type head struct {
	n    int32
	hash []byte
}

func check(holds bool, otherwise string, values ...interface{}) {
	if !holds {
		log.Fatalf(otherwise, values...)
	}
}

func connect() api.GameServiceClient {
	line, err := grpc.Dial(server, grpc.WithInsecure())
	check(err == nil, "%v", err)
	return api.NewGameServiceClient(line)
}

// again waits a little after an error that leaves open what became of a call; any other one, or too many, are the end.
func again(err error, try int) {
	code := status.Code(err)
	lost := code == codes.Unavailable || code == codes.Canceled || code == codes.DeadlineExceeded
	check(lost && try < tries, "%v", err)
	time.Sleep(200 * time.Millisecond)
}

// answered makes a call, with or without a token, until it is answered: with the same ids, over a new connection.
func answered[Q, A any](call func(api.GameServiceClient, context.Context, Q, ...grpc.CallOption) (A, error), request Q, token string) A {
	for try := 1; ; try++ {
		ctx, done := context.WithTimeout(context.Background(), 10*time.Second)
		if token != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token)
		}
		answer, err := call(games, ctx, request)
		done()
		if err == nil {
			return answer
		}
		again(err, try)
		games = connect()
	}
}

func random(count int) []byte {
	some := make([]byte, count)
	_, err := rand.Read(some)
	check(err == nil, "%v", err)
	return some
}

// newID is a UUID: a new command has a new one, the same command sent again keeps its own.
func newID() string {
	b := random(16)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// follows answers the head that a record leads to, if its line holds its number, its hash and the hash before it.
func follows(last head, record *api.Record) head {
	own := fmt.Sprintf(`"hash":"%x",`, record.RecordHash)
	links := fmt.Sprintf(`%s"n":%d,"prev":"%x",`, own, last.n+1, last.hash)
	check(record.N == last.n+1 && bytes.Contains(record.Line, []byte(links)), "record %d does not follow %d", record.N, last.n)
	hash := sha256.Sum256(bytes.Replace(record.Line, []byte(own), nil, 1))
	check(bytes.Equal(hash[:], record.RecordHash), "record %d is not as it was written", record.N)
	return head{record.N, record.RecordHash}
}

// follow sees the game to its end, whatever happens to the stream. An event of no known kind counts like any other.
func follow(gameID string, end chan<- head) {
	last := head{hash: make([]byte, sha256.Size)}
	for try := 1; ; try++ {
		// A stream that hangs ends by its deadline: to resume it is always right.
		ctx, drop := context.WithTimeout(context.Background(), time.Minute)
		items, err := connect().Subscribe(ctx, &api.SubscribeRequest{GameId: gameID, After: last.n})
		for item := new(api.SubscribeResponse); err == nil; item, err = items.Recv() {
			for _, record := range item.GetRecords().GetRecords() {
				last = follows(last, record)
			}
			if try == 1 && last.n >= droppedAt {
				drop()
			}
		}
		drop()
		if err == io.EOF {
			check(try > 1, "the stream was never dropped")
			end <- last
			return
		}
		again(err, try)
		fmt.Printf("the stream broke after record %d\n", last.n)
	}
}

// rank puts what gets the game on before what undoes a step, and giving up last.
func rank(action *api.LegalAction, waitsFor []int32, seat int32) int {
	switch {
	case action.GivesUp:
		return 3
	case action.Undoes:
		return 2
	case action.Helps:
		return 0
	}
	for _, waited := range waitsFor {
		if waited == seat {
			return 0
		}
	}
	return 1
}

// choose looks at the game and picks one of the best actions that its seats may send, each as likely.
func choose(gameID string, seats []*api.TakeSeatResponse) (game *api.Game, seat *api.TakeSeatResponse, action *api.LegalAction) {
	least, alike := 4, 0
	for _, one := range seats {
		shown := answered(api.GameServiceClient.GetGame, &api.GetGameRequest{GameId: gameID}, one.Token)
		game = shown.Game
		for _, each := range shown.LegalActions {
			its := rank(each, game.WaitsFor, one.Seat)
			if its < least {
				least, alike = its, 0
			}
			if its == least {
				if alike++; dice.Intn(alike) == 0 {
					seat, action = one, each
				}
			}
		}
	}
	return
}

// play sends choices until the game is closed, and answers the head of the last answer.
func play(gameID string, seats []*api.TakeSeatResponse) (last head) {
	for sent := 0; ; sent++ {
		game, seat, action := choose(gameID, seats)
		if game.Status == api.GameStatus_GAME_STATUS_CLOSED {
			return
		}
		check(action != nil, "nobody can go on")
		fmt.Printf("seat %d: %s\n", seat.Seat, action.Label)
		act := &api.ActRequest{GameId: gameID, CommandId: newID(), ExpectedVersion: &game.Version, Command: action.Command}
		answer := answered(api.GameServiceClient.Act, act, seat.Token)
		if sent == 0 {
			games = connect()
			repeated := answered(api.GameServiceClient.Act, act, seat.Token)
			check(proto.Equal(answer, repeated), "a command sent again was answered otherwise")
		}
		last = head{answer.Version, answer.RecordHash}
	}
}

func main() {
	log.SetFlags(0)
	dice.Seed(time.Now().UnixNano())
	check(len(os.Args) == 4, "usage: climb GAME SEATS HOST:PORT")
	name := os.Args[1]
	places, err := strconv.ParseInt(os.Args[2], 10, 32)
	check(err == nil, "%v", err)
	server = os.Args[3]
	games = connect()
	made := &api.CreateGameRequest{CommandId: newID(), Game: name, Seats: int32(places), Claim: random(32)}
	gameID := answered(api.GameServiceClient.CreateGame, made, "").Game.GameId
	var seats []*api.TakeSeatResponse
	for place := int64(0); place < places; place++ {
		taken := &api.TakeSeatRequest{CommandId: newID(), GameId: gameID, Name: fmt.Sprint("Go ", place), Claim: random(32)}
		seats = append(seats, answered(api.GameServiceClient.TakeSeat, taken, ""))
	}
	end := make(chan head)
	go follow(gameID, end)
	told, followed := play(gameID, seats), <-end
	game := answered(api.GameServiceClient.GetGame, &api.GetGameRequest{GameId: gameID}, "").Game
	for _, last := range []head{told, followed} {
		check(last.n == game.Version && bytes.Equal(last.hash, game.RecordHash), "record %d %x is not the server's last", last.n, last.hash)
	}
	fmt.Printf("%s %s ended: %s; %d records, the last is %x\n", name, gameID, game.Outcome, game.Version, followed.hash)
}
