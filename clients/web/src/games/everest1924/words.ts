/** Everest 1924 in words. */
import { Op, PerishCause, type Event } from "../../gen/summitbook/everest1924/v1/everest1924_pb";

export const CAUSES: Record<number, string> = {
  [PerishCause.OFF_SHEET]: "there is no square to go to",
  [PerishCause.MARKED]: "the square to go to is marked already",
  [PerishCause.CROSSING]: "the line would cross the route",
};

export const cause = (why: PerishCause): string => CAUSES[why] ?? "of a cause this page does not know";

const HOW: Record<number, string> = {
  [Op.INCREMENT]: "one up",
  [Op.DECREMENT]: "one down",
  [Op.ADD]: "adding",
  [Op.SUBTRACT]: "subtracting",
};

export function tell({ event }: Event): string | undefined {
  switch (event.case) {
    case "expeditionStarted":
      return `The expedition sets out with ${event.value.dice} dice and ${event.value.camps} tents.`;
    case "diceRolled":
      return `Turn ${event.value.turn}: rolled ${event.value.values.join(" ")}.`;
    case "diceCombined":
      return `Die ${event.value.keep + 1} now shows ${event.value.value}, ${HOW[event.value.op] ?? "with"} die ${event.value.discard + 1}.`;
    case "diceRerolled":
      return `Dice ${event.value.dice.map((die) => die + 1).join(" ")} rolled again: ${event.value.values.join(" ")}.`;
    case "ascended":
      return `Up a row${event.value.camp ? " and camp made" : ""}, with ${event.value.straight.join("-")} worth ${event.value.value}.`;
    case "dieUnlocked":
      return `One more die: ${event.value.dice} now.`;
    case "traversed":
      return "Along the row.";
    case "fell":
      return "Missed after the reroll: down a row.";
    case "summitReached":
      return "The summit is reached!";
    case "partyPerished":
      return `The party perishes: ${cause(event.value.cause)}.`;
    case "expeditionAbandoned":
      return "The expedition turns back.";
    case "expeditionScored":
      return `Score ${event.value.score}: ${event.value.legend}.`;
    default:
      return undefined;
  }
}
