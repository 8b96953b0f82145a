# A whole client in Ruby: it plays all seats of any game of the service, without a rule of any game. See ../README.md.

require "digest"
require "grpc"
require "securerandom"

$LOAD_PATH.unshift(File.join(__dir__, "build"))
require "summitbook/v1/game_service_services_pb"

API = Summitbook::V1
TRIES = 20

# After these nobody knows what became of a call, and it is made again with the same ids.
LOST = [GRPC::Unavailable, GRPC::Cancelled, GRPC::DeadlineExceeded].freeze

# The last record somebody has seen: its number and its hash.
Head = Struct.new(:n, :hash_bytes) do
  def to_s = "record #{n} #{hex}"
  def hex = hash_bytes.unpack1("H*")
end

abort "usage: ruby climb.rb GAME SEATS HOST:PORT" unless ARGV.size == 3
NAME, SEATS, SERVER = ARGV
Thread.abort_on_exception = true
$stdout.sync = true

def check(holds, otherwise)
  abort otherwise unless holds
end

# A connection of its own: gRPC would let all to one address share one.
def connect
  API::GameService::Stub.new(SERVER, :this_channel_is_insecure, channel_args: { "grpc.use_local_subchannel_pool" => 1 })
end

# Makes a call, with or without a seat's token, until it is answered: with the same ids, over a new connection.
def answered(call, request, token = nil)
  tries ||= 1
  @games ||= connect
  metadata = token ? { "authorization" => "Bearer #{token}" } : {}
  @games.public_send(call, request, metadata: metadata, deadline: Time.now + 10)
rescue *LOST
  raise if (tries += 1) > TRIES
  sleep 0.2
  @games = nil
  retry
end

# The head that a record leads to, if its line holds its number, its hash and the hash before it.
def follows(head, record)
  following = Head.new(head.n + 1, record.record_hash)
  own = %("hash":"#{following.hex}",)
  links = %(#{own}"n":#{following.n},"prev":"#{head.hex}",)
  check record.n == following.n && record.line.include?(links), "record #{record.n} does not follow #{head}"
  check Digest::SHA256.digest(record.line.sub(own, "")) == following.hash_bytes, "#{following} is not as it was written"
  puts "record #{record.n}: #{called(record.event)}"
  following
end

# An event's name, its game's if it has one. What these protos lack is newer, and counts all the same.
def called(event)
  return event.class.descriptor.name[/\w+\z/] unless event.respond_to?(:event)

  event.event ? called(event[event.event.to_s]) : "unknown event"
end

# Sees the game to its end, whatever happens to the stream.
def follow(game_id)
  head = Head.new(0, "\0".b * 32)
  (1..TRIES).each do |try|
    # A stream that hangs ends by its deadline: to resume it is always right.
    request = API::SubscribeRequest.new(game_id: game_id, after: head.n)
    call = connect.subscribe(request, deadline: Time.now + 60, return_op: true)
    call.execute.each do |item|
      head = item.records.records.reduce(head) { |last, record| follows(last, record) } if item.records
      call.cancel if try == 1 && head.n >= 5 # once, on purpose: every game has more records
    end
    check try > 1, "the stream was never dropped"
    return head
  rescue *LOST
    puts "the stream broke at #{head}"
    sleep 0.2
  end
  abort "the stream broke too often"
end

# The game as it is, a seat, and any action that it may send, but one that goes on where there is one.
def choose(game_id, seats)
  shown = seats.map { |seat| answered(:get_game, API::GetGameRequest.new(game_id: game_id), seat.token) }
  choices = seats.zip(shown).flat_map { |seat, seen| seen.legal_actions.map { |action| [seat, action] } }
  going_on = choices.reject { |_, action| action.gives_up || action.undoes }
  [shown.last.game, *(going_on.sample || choices.sample)]
end

# Sends choices until the game is closed; the head of the last answer.
def play(game_id, seats)
  head = nil
  loop do
    game, seat, action = choose(game_id, seats)
    return head if game.status == :GAME_STATUS_CLOSED

    check action, "nobody can go on"
    puts "seat #{seat.seat}: #{action.label}"
    act = API::ActRequest.new(game_id: game_id, command_id: SecureRandom.uuid, expected_version: game.version,
                              command: action.command)
    answer = answered(:act, act, seat.token)
    head = Head.new(answer.version, answer.record_hash)
  end
end

def new_ids = { command_id: SecureRandom.uuid, claim: SecureRandom.bytes(32) }

game_id = answered(:create_game, API::CreateGameRequest.new(game: NAME, seats: Integer(SEATS), **new_ids)).game.game_id
seats = Array.new(Integer(SEATS)) do |place|
  answered(:take_seat, API::TakeSeatRequest.new(game_id: game_id, name: "Ruby #{place}", **new_ids))
end
following = Thread.new { follow(game_id) }
heads = [play(game_id, seats), following.value]
game = answered(:get_game, API::GetGameRequest.new(game_id: game_id)).game
heads.each { |head| check head == Head.new(game.version, game.record_hash), "#{head} is not the server's last" }
puts "#{NAME} #{game_id} ended: #{game.outcome}; #{game.version} records, the last is #{heads.last.hex}"
