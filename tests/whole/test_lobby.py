"""Finding games: what is offered, and which there are."""

from house import bearer

from summitbook.v1 import game_pb2
from summitbook.v1 import game_service_pb2 as games
from summitbook_advice.policies import POLICIES
from summitbook_domain.everest1924 import GAME
from summitbook_domain.games import GAMES
from summitbook_service import lobby
from summitbook_service.errors import CannotGoOn

OPEN, PLAYING, CLOSED = (
    game_pb2.GAME_STATUS_OPEN,
    game_pb2.GAME_STATUS_PLAYING,
    game_pb2.GAME_STATUS_CLOSED,
)


async def pages(house, **request):
    """The ids of each page, to the last."""
    found, token = [], ""
    while True:
        page = await house.games.ListGames(games.ListGamesRequest(page_token=token, **request))
        found.append([game.game_id for game in page.games])
        token = page.next_page_token
        if not token:
            return found


async def test_games_are_listed_newest_first_page_by_page(house):
    """Every game is on one page, newest first, and the last page says so; a restart changes nothing."""
    made = [await house.create() for _ in range(7)][::-1]

    assert await pages(house, page_size=3) == [made[:3], made[3:6], made[6:]]
    assert await pages(house, page_size=7) == [made]
    assert await pages(house) == [made]
    await house.restart()
    assert await pages(house, page_size=3) == [made[:3], made[3:6], made[6:]]


async def test_a_page_stays_what_it_was_while_games_are_made(house):
    """A game made between two pages moves no game from one to the other."""
    made = [await house.create() for _ in range(4)][::-1]
    first = await house.games.ListGames(games.ListGamesRequest(page_size=2))
    await house.create()
    second = await house.games.ListGames(
        games.ListGamesRequest(page_size=2, page_token=first.next_page_token)
    )

    assert [game.game_id for game in (*first.games, *second.games)] == made


async def test_games_are_listed_by_status(house):
    """The filter by status keeps to the games that have come so far, before and after a restart."""
    ids = {OPEN: await house.create()}
    ids[PLAYING], _ = await house.started()
    ids[CLOSED], token = await house.started()
    await house.finish(ids[CLOSED], token)

    for _ in range(2):
        for status, game_id in ids.items():
            assert await pages(house, status=status) == [[game_id]]
        assert await pages(house, game="everest1924") == [list(ids.values())[::-1]]
        await house.restart()


async def test_games_are_listed_by_game_and_status_at_once(house):
    """Both filters keep to what they name, page by page, whatever else is made in between."""
    seats = {"everest1924": 1, "mountaineering": 1, "dicey_peaks": 2}
    ids = {("everest1924", PLAYING): [], **{(game, OPEN): [] for game in seats}}
    for _ in range(3):
        for game, count in seats.items():
            ids[game, OPEN].append(await house.create(game=game, seats=count))
        ids["everest1924", PLAYING].append((await house.started())[0])

    for (game, status), found in ids.items():
        newest = found[::-1]
        told = await pages(house, game=game, status=status, page_size=2)
        assert [game_id for page in told for game_id in page] == newest
        assert told[0] == newest[:2]


async def test_only_what_is_wanted_is_unpacked(monkeypatch):
    """Among very many open games those that are passed over cost next to nothing: else all others wait."""
    listing = lobby.Lobby(None, open_games=9, caller_games=9)
    everest = lobby.NAMES.index("everest1924")
    games_open = (lobby.Unclosed(n, everest, False, False, maker=3) for n in range(1, 2_000))
    listing._open = {each.position: each.packed() for each in games_open}
    monkeypatch.setattr(lobby.Unclosed, "read", None)

    unwanted = (lobby.Wanted("mountaineering", "open"), lobby.Wanted(None, "playing"))
    for before, wanted in (*((None, each) for each in unwanted), (1, lobby.Wanted(None, "open"))):
        assert (await listing.find(before, wanted)).games == []


async def test_a_listed_game_is_as_get_game_shows_it(house):
    """A list and GetGame say the same of a game."""
    game_id, token = await house.started(seed=bytes(32), options={"everest1924": {"turn_seconds": 60}})
    await house.play(game_id, token, turns=1)
    listed = await house.games.ListGames(games.ListGamesRequest())

    assert list(listed.games) == [await house.game(game_id)]


async def test_a_game_shows_what_all_games_have_in_common(house):
    """Game, rules, content, options, seats, version, whose turn it is, and where its luck comes from."""
    made = await house.make(options={"everest1924": {"turn_seconds": 60}})
    game_id = made.game.game_id
    await house.sit(game_id, name="Irvine")
    game = await house.game(game_id)
    edition = GAME.editions["reconstructed"]

    assert (game.game, game.title, game.rules, game.edition) == (
        "everest1924",
        "Everest 1924",
        1,
        "reconstructed",
    )
    assert game.content_sha256.hex() == edition.sha256
    assert game.options.everest1924.turn_seconds == 60
    assert [(seat.seat, seat.taken, seat.name) for seat in game.seats] == [(0, True, "Irvine")]
    assert (game.status, game.version, list(game.waits_for), game.outcome) == (PLAYING, 4, [0], "")
    assert (game.deal, game.commitment) == (game_id, made.game.commitment)
    assert made.game.status == OPEN


async def test_get_game_shows_the_view_and_a_seat_what_it_may_do(house):
    """Everyone gets the view of a game in play; its seat gets its legal actions as well."""
    game_id, token = await house.started()
    request = games.GetGameRequest(game_id=game_id)
    everyone = await house.games.GetGame(request)
    seat = await house.games.GetGame(request, metadata=bearer(token))

    assert everyone.view == seat.view
    assert everyone.view.everest1924.camps_left == 4
    assert not everyone.legal_actions
    assert [(action.label != "", action.gives_up) for action in seat.legal_actions] == [
        (True, False),
        (True, True),
    ]


async def test_before_the_start_there_is_no_view(house):
    """A game that waits for its seats has no view yet."""
    answer = await house.games.GetGame(games.GetGameRequest(game_id=await house.create()))
    assert not answer.HasField("view")


async def test_a_later_releases_game_does_not_hide_the_others(house):
    """A game that this release cannot read is left out of the list, which is answered all the same."""
    readable = await house.create()
    unreadable = await house.create()
    await house.restart()
    find = house.parts.desk.find

    async def without(game_id):
        if str(game_id) == unreadable:
            raise CannotGoOn("UNKNOWN_RULES", "of a later release")
        return await find(game_id)

    house.parts.desk.find = without
    assert await pages(house) == [[readable]]


async def test_server_info_tells_what_can_be_played(house):
    """Every game of the registry with its editions and options, the limits, and the policies bots know."""
    info = await house.games.GetServerInfo(games.GetServerInfoRequest())
    everest = next(game for game in info.games if game.name == "everest1924")

    assert [(game.name, game.rules) for game in info.games] == sorted(GAMES)
    assert (everest.name, everest.title, everest.rules) == ("everest1924", "Everest 1924", 1)
    assert [edition.name for edition in everest.editions] == list(GAME.editions)
    assert [option.name for option in everest.options] == ["turn_seconds"]
    assert list(info.bot_policies) == list(POLICIES)
    assert info.limits.max_name_characters == info.limits.max_salt_bytes == info.limits.max_claim_bytes == 64
    assert info.limits.max_message_bytes == house.settings.message_bytes
    assert info.version


async def test_closed_games_are_listed_and_kept_nowhere_but_in_the_store(house, monkeypatch):
    """However few games are looked through at once all are listed, and memory has the open ones only."""
    monkeypatch.setattr(lobby, "LOOKED_THROUGH", 2)
    made = []
    for number in range(7):
        game_id, token = await house.started()
        made.append(game_id)
        if number % 3:
            await house.finish(game_id, token)

    for _ in range(2):
        for status, of_it in ((0, made), (CLOSED, [made[n] for n in (1, 2, 4, 5)]), (PLAYING, made[::3])):
            listed = [game_id for page in await pages(house, status=status) for game_id in page]
            assert listed == of_it[::-1]
        assert [str(each) for each in house.parts.lobby.unclosed()] == made[::3]
        await house.restart()
