/** Tournaments in words. */
import { Ruling, TournamentKind, TournamentStatus, type DecisionMade, type Tournament } from "../gen/summitbook/v1/tournament_pb";
import { OptionType, type GameInfo } from "../gen/summitbook/v1/game_service_pb";
import type { Options } from "../gen/summitbook/v1/games_pb";
import { enumType } from "../lib/option_fields";
import { byDefault, camel, spoken } from "../lib/options";

export interface KindWords {
  title: string;
  /** What it is, for whoever chooses. */
  help: string;
  /** What `seats` says of it. */
  seats: string;
  points: string;
  tieBreaks: string[];
}

const NONE: KindWords = { title: "Tournament", help: "", seats: "", points: "Points", tieBreaks: [] };
const KINDS: Record<number, KindWords> = {
  [TournamentKind.DUPLICATE]: {
    title: "Duplicate",
    help: "Each round is one deal, which everyone plays in a game of their own: the same dice for all.",
    seats: "Seats of each game. A contestant, or a team, has all of them.",
    points: "Points",
    tieBreaks: ["Deals won", "Best deal"],
  },
  [TournamentKind.TABLES]: {
    title: "Tables",
    help: "Each round is played at tables, and from the second on winners meet winners.",
    seats: "How many sit at a table, at most.",
    points: "Points",
    tieBreaks: ["Points of those met", "Won"],
  },
  [TournamentKind.LADDER]: {
    title: "Ladder",
    help: "Matches at any time, made by the organiser, and a rating.",
    seats: "How many sit down to a match, at most.",
    points: "Rating",
    tieBreaks: ["Mean"],
  },
};

/** What a kind is called; one of a later release is a tournament all the same. */
export const kindWords = (kind: TournamentKind): KindWords => KINDS[kind] ?? NONE;

/** The number of a word: `duplicate` is TOURNAMENT_KIND_DUPLICATE. */
export const kindOf = (word: string): TournamentKind => TournamentKind[word.toUpperCase() as keyof typeof TournamentKind] ?? TournamentKind.UNSPECIFIED;

export const count = (many: number, thing: string, things = `${thing}s`): string => `${many.toLocaleString("en")} ${many === 1 ? thing : things}`;

/** How far it has come. */
export function progress(of: Tournament): string {
  const round = of.rounds ? `round ${of.round} of ${of.rounds}` : count(of.games, "match", "matches");
  switch (of.status) {
    case TournamentStatus.OPEN:
      return "open for entries";
    case TournamentStatus.RUNNING:
      if (!of.rounds) return `${round}, ${of.gamesOpen} under way`;
      if (!of.round) return "begun, no round published yet";
      if (!of.roundOpen) return `${round} is closed`;
      return of.gamesOpen ? `${round}, ${count(of.gamesOpen, "game")} going on` : `${round}, all games are over`;
    case TournamentStatus.CLOSED:
      return "closed";
    default:
      return "";
  }
}

/** On a ladder points are told in thousandths. */
export const pointsShown = (kind: TournamentKind, points: number): string => (kind === TournamentKind.LADDER ? (points / 1_000).toFixed(3) : points.toLocaleString("en"));

/** `1st`, `2nd`. */
export function ordinal(place: number): string {
  const ending = { one: "st", two: "nd", few: "rd", other: "th" } as Record<string, string>;
  return `${place}${ending[new Intl.PluralRules("en", { type: "ordinal" }).select(place)]}`;
}

export function ruled(decision: Pick<DecisionMade, "ruling" | "contestant" | "gameId" | "points">, name: (contestant: number) => string, game: (gameId: string) => string): string {
  const who = decision.contestant === undefined ? "" : name(decision.contestant);
  const what = decision.gameId === undefined ? "" : game(decision.gameId);
  switch (decision.ruling) {
    case Ruling.POINTS:
      return `${who} ${decision.points < 0 ? "loses" : "is given"} ${count(Math.abs(decision.points), "point")}`;
    case Ruling.STRIKE:
      return `The result of ${what} counts nothing${who ? ` for ${who}` : ""}`;
    case Ruling.EXCLUDE:
      return `${who} is excluded`;
    case Ruling.CANCEL:
      return `The game of ${what} is cancelled`;
    default:
      return "A ruling of a later release than this page";
  }
}

/** The options that differ from the usual, as a person reads them. */
export function optionsShown(game: GameInfo | undefined, options: Options | undefined): string[] {
  if (!game || options?.game.case !== camel(game.name)) return [];
  const values = options.game.value as unknown as Record<string, number | boolean>;
  return game.options.flatMap((option) => {
    const value = values[camel(option.name)];
    const shown = option.type === OptionType.WORD ? option.words.find((word) => enumType(game.name, option.name, word) === value) : String(value);
    return shown === undefined || shown === byDefault(option) ? [] : [`${spoken(option.name)} ${spoken(shown)}`];
  });
}
