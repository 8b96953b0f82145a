/** Records as sentences. What this page does not know, an event of a later release, is counted and said to be unknown. */
import type { View } from "../gen/summitbook/v1/games_pb";
import type { Event, Record as Entry } from "../gen/summitbook/v1/record_pb";
import { tell as tellDiceyPeaks } from "../games/dicey_peaks/words";
import { tell as tellEverest } from "../games/everest1924/words";
import { tell as tellMountaineering } from "../games/mountaineering/words";
import type { People } from "./people";

export const UNKNOWN = "Unknown event: it is of a later release than this page.";

/** The sentence of an event; empty for what another event says already. */
export function tell(event: Event | undefined, people: People, actor?: number, view?: View): string {
  const what = event?.event;
  switch (what?.case) {
    case "gameCreated":
      return "The game is made.";
    case "seatTaken":
      return `${what.value.name} takes seat ${what.value.seat}.`;
    case "seatLeft":
      return `Seat ${what.value.seat} is free again.`;
    case "gameStarted":
      return "Every seat is taken: the game starts.";
    case "turnTimedOut":
      return `${people.does(what.value.seat, "run")} out of time.`;
    case "seatRetired":
      return `${people.does(what.value.seat, "retire")}.`;
    case "hintTaken":
      return `${people.does(what.value.seat, "take")} a hint.`;
    case "gameClosed":
      return `The game is closed: ${what.value.outcome}.`;
    case "everest1924":
      return tellEverest(what.value) ?? UNKNOWN;
    case "diceyPeaks":
      return tellDiceyPeaks(what.value, people, actor) ?? UNKNOWN;
    case "mountaineering":
      return tellMountaineering(what.value, people, view?.game.case === "mountaineering" ? view.game.value : undefined) ?? UNKNOWN;
    default:
      return UNKNOWN;
  }
}

export interface Told {
  n: number;
  text: string;
  at: string;
}

/** Records in order, each with its sentence; the seat of a command is that of its first record. */
export function story(records: readonly Entry[], people: People, view?: View): Told[] {
  let actor: number | undefined;
  return records.flatMap((record) => {
    if (record.cause) actor = record.cause.seat;
    const text = tell(record.event, people, actor, view);
    return text ? [{ n: record.n, text, at: record.at }] : [];
  });
}
