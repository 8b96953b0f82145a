/** Dicey Peaks in words. The climber of most events is whoever gave the command: `actor`. */
import { BustCause, Colour, Face, Intent, Phase, type Event, type View } from "../../gen/summitbook/dicey_peaks/v1/dicey_peaks_pb";
import type { People } from "../../lib/people";

export const FACES: Record<number, string> = {
  [Face.PICKAXE]: "pickaxe",
  [Face.AVALANCHE]: "avalanche",
  [Face.TENT]: "tent",
  [Face.YETI]: "yeti",
};
export const COLOURS: Record<number, string> = {
  [Colour.WHITE]: "white",
  [Colour.LIGHT_BLUE]: "light blue",
  [Colour.DARK_BLUE]: "dark blue",
};
const INTENTS: Record<number, string> = { [Intent.CLIMB]: "climbing", [Intent.REST]: "resting" };
const BUSTS: Record<number, string> = {
  [BustCause.HYPERVENTILATE]: "more pickaxes than oxygen",
  [BustCause.AVALANCHE]: "an avalanche comes down",
  [BustCause.OVERFILL]: "more oxygen than anyone can have",
  [BustCause.YETI_ATTACK]: "the yetis attack",
};

export const letter = (seat: number): string => String.fromCharCode(65 + (seat % 26));
export const face = (which: Face): string => FACES[which] ?? "unknown";
export const colour = (which: Colour): string => COLOURS[which] ?? "unknown";
const spoken = (tile: string): string => tile.replaceAll("_", " ");
const dice = (colours: readonly Colour[], faces: readonly Face[]): string =>
  colours.map((each, at) => `${colour(each)} ${face(faces[at] ?? Face.UNSPECIFIED)}`).join(", ");

/** What the climber whose turn it is does next. */
export function waitedFor(view: View, people: People): string {
  const asked: Record<number, string> = {
    [Phase.TO_ROLL]: `roll ${view.diceDue} dice`,
    [Phase.TO_ANNOUNCE]: "say whether to climb or to rest",
    [Phase.TO_GO_ON]: view.diceDue ? `may stop, or roll ${view.diceDue} more` : "stop",
    [Phase.TO_TURN_OVER]: `turn over ${view.tilesDue} tile${view.tilesDue > 1 ? "s" : ""}`,
    [Phase.TO_CHOOSE]: "search a summit tile for the flag",
  };
  const intent = INTENTS[view.intent ?? Intent.UNSPECIFIED];
  return `${people.does(view.seat, asked[view.phase] ?? "have the turn")}${intent ? `, ${intent}` : ""}.`;
}

export function tell({ event }: Event, people: People, actor: number | undefined): string | undefined {
  const who = actor === undefined ? "the climber" : people.whom(actor);
  switch (event.case) {
    case "mountainBuilt":
      return `${people.does(event.value.firstSeat, "begin")}.`;
    case "turnStarted":
      return `Turn ${event.value.turn}: ${people.whom(event.value.seat)}.`;
    case "diceRolled":
      return `${people.does(actor, "roll")} ${dice(event.value.dice, event.value.faces)}.`;
    case "intentAnnounced":
      return `${people.does(actor, "are")} ${INTENTS[event.value.intent] ?? "going on"}.`;
    case "diceSetAside":
      return event.value.dice.length ? `Set aside: ${dice(event.value.dice, event.value.faces)}.` : "Nothing is set aside.";
    case "busted":
      return `Bust: ${BUSTS[event.value.cause] ?? "the turn comes to nothing"}.`;
    case "rested":
      return `${people.does(actor, "rest")}: ${event.value.gained} oxygen more, ${event.value.oxygen} now.`;
    case "climbed":
      return `${people.does(actor, "climb")} ${event.value.end > event.value.start ? `to ${event.value.end}` : "nowhere"}, oxygen ${event.value.oxygen}.`;
    case "tileTurned":
      return `${people.does(actor, "turn")} over tile ${event.value.position}: ${spoken(event.value.tile)}.`;
    case "climberMoved":
      return `The tile takes ${who} from ${event.value.start} to ${event.value.end}.`;
    case "oxygenChanged":
      return `The tile changes ${who} to ${event.value.oxygen} oxygen (${event.value.change > 0 ? "+" : ""}${event.value.change}).`;
    case "summitTileTurned":
      return `${people.does(actor, "search")} summit tile ${event.value.tile + 1}: ${event.value.flag ? "the flag!" : "no flag."}`;
    case "climbersFrightened":
      return `Yetis chase ${event.value.seats.map((seat) => people.whom(seat)).join(", ")} one position up.`;
    case "climberStranded":
      return `${people.does(event.value.seat, "are")} stranded on the summit.`;
    case "turnEnded":
      return "";
    case "gameWon":
      return `${people.does(event.value.seat, "have")} won!`;
    case "gameDrawn":
      return "Nobody is left to search for the flag.";
    default:
      return undefined;
  }
}
