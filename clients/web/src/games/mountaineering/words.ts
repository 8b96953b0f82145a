/** Mountaineering in words; what a card holds is known from the view, as far as it lies open. */
import { Choice, Course, Direction, Kind, Outcome, type Card, type Event, type View } from "../../gen/summitbook/mountaineering/v1/mountaineering_pb";
import type { People } from "../../lib/people";

export const COURSES: Record<number, string> = {
  [Course.BEGINNER]: "Beginner's course",
  [Course.ADVANCED]: "Advanced course",
};
export const OUTCOMES: Record<number, string> = {
  [Outcome.SUMMIT]: "The summit is reached: the team has won!",
  [Outcome.RETURNED]: "Up and safely down again: the team has won!",
  [Outcome.RESCUED]: "The team is rescued and home.",
  [Outcome.STRANDED]: "The team is stranded.",
};

export const holds = (card: Card): string => card.items.join(", ") || `a mover of ${card.spots}`;

/** Every card that lies open, by its id. */
export function cardsOf(view: View | undefined): Map<string, Card> {
  if (!view) return new Map();
  const hands = view.hands.flatMap((hand) => hand.cards);
  const piles = view.piles.flatMap((pile) => pile.faceUp);
  const laid = view.laid.flatMap((each) => (each.card ? [each.card] : []));
  return new Map([...hands, ...piles, ...view.gone, ...laid].map((card) => [card.id, card]));
}

export function tell({ event }: Event, people: People, view: View | undefined): string | undefined {
  const cards = cardsOf(view);
  const card = (id: string): string => {
    const found = cards.get(id);
    return found ? holds(found) : id;
  };
  switch (event.case) {
    case "expeditionSetOut":
      return `The team stands at base camp: ${COURSES[event.value.course] ?? "a course"}.`;
    case "cardDrawn":
      return `${people.does(event.value.seat, "draw")} ${card(event.value.card)}.`;
    case "pileReshuffled":
      return `The used ${event.value.kind === Kind.MOVERS ? "movers are" : "equipment is"} shuffled again.`;
    case "climbBegun":
      return "The first cards are out: the climb begins.";
    case "markerMoved":
      return `${people.does(event.value.seat, "play")} a mover of ${event.value.route.length}: ${event.value.direction === Direction.BACK ? "back" : "on"} to ${event.value.end}.`;
    case "suppliesReached":
      return `Supplies at ${event.value.spot}.`;
    case "troubleMet":
      return `Trouble at ${event.value.spot}: ${event.value.name}, which needs ${event.value.needs.join(", ")}.`;
    case "sentBack":
      return `Sent back from ${event.value.start} to ${event.value.end}.`;
    case "equipmentPlayed":
      return `${people.does(event.value.seat, "lay")} ${card(event.value.card)}.`;
    case "equipmentTakenBack":
      return `${people.does(event.value.seat, "take")} back ${card(event.value.card)}.`;
    case "troubleOvercome":
      return `The trouble at ${event.value.spot} is overcome.`;
    case "cardAbandoned":
      return `${people.does(event.value.seat, "give")} up ${card(event.value.card)} for good.`;
    case "cardDonated":
      return `${people.does(event.value.seat, "give")} ${people.whom(event.value.to)} ${card(event.value.card)}.`;
    case "whistleBlown":
      return `${people.does(event.value.seat, "blow")} the whistle: ${event.value.choice === Choice.CLIMB_ON ? "all troubles are lifted" : "the team goes home"}.`;
    case "descentBegun":
      return "The summit! Now down again.";
    case "turnPassed":
      return `${people.does(event.value.seat, "have")} the turn now.`;
    case "expeditionEnded":
      return OUTCOMES[event.value.outcome] ?? "The climb has ended.";
    default:
      return undefined;
  }
}
