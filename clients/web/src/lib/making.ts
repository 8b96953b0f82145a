/** Making games and sitting down: claims and salts are made here, and tokens kept. */
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { OptionsSchema } from "../gen/summitbook/v1/games_pb";
import { SeedSource } from "../gen/summitbook/v1/table_pb";
import type { Game } from "../gen/summitbook/v1/game_pb";
import { as, games, newId, secret, surely } from "./api";
import { toHex } from "./hex";
import { kept } from "./kept.svelte";
import { tokenFor } from "./tokens";

export interface Wanted {
  game: string;
  title: string;
  seats: number;
  edition: string;
  options: MessageInitShape<typeof OptionsSchema>;
  hidden: boolean;
  /** A policy for each seat that the service plays, the last ones. */
  bots: string[];
}

/** The game's id. */
export async function make(wanted: Wanted): Promise<string> {
  const claim = secret();
  const request = {
    commandId: newId(),
    game: wanted.game,
    seats: wanted.seats,
    edition: wanted.edition,
    options: create(OptionsSchema, wanted.options),
    private: wanted.hidden,
    bots: wanted.bots,
    claim,
  };
  const answer = await surely(() => games.createGame(request));
  const gameId = answer.game!.gameId;
  const game = kept.keep(gameId, wanted.title);
  game.host = { token: answer.token, claim: toHex(claim) };
  game.joinCode = answer.joinCode;
  kept.save();
  return gameId;
}

/** Sit down, on the first free seat unless one is named; the game's id. */
export async function sitDown(game: Pick<Game, "gameId" | "title" | "seedSource">, name: string, seat?: number): Promise<string> {
  // A deal that other games share has the same dice for everyone, which a salt would change.
  const salt = game.seedSource === SeedSource.DEAL ? new Uint8Array() : secret(16);
  return taken({ gameId: game.gameId, seat, name, salt }, game.title);
}

/** A bot of this page sits down: see bots.ts. */
export async function botSits(game: Pick<Game, "gameId" | "title">, seat: number): Promise<string> {
  return taken({ gameId: game.gameId, seat, name: `Bot ${seat}`, salt: new Uint8Array() }, game.title, true);
}

/** Sit down in a private game by its three words. */
export async function join(joinCode: string, name: string): Promise<string> {
  return taken({ joinCode, name, salt: secret(16) }, "A private game");
}

interface Place {
  gameId?: string;
  joinCode?: string;
  seat?: number;
  name: string;
  salt: Uint8Array;
}

async function taken(place: Place, title: string, bot = false): Promise<string> {
  const claim = secret();
  const token = place.gameId ? tokenFor(place.gameId) : undefined;
  const request = { ...place, commandId: newId(), claim };
  const answer = await surely(() => games.takeSeat(request, as(token)));
  const game = kept.keep(answer.gameId, title);
  game.seats.push({ seat: answer.seat, token: answer.token, claim: toHex(claim), ...(bot ? { bot } : {}) });
  kept.save();
  return answer.gameId;
}
