/** The legal actions of Mountaineering by what they are about; which are legal, the server says. */
import type { Command, Kind } from "../../gen/summitbook/mountaineering/v1/mountaineering_pb";
import type { LegalAction } from "../../gen/summitbook/v1/games_pb";

const commandOf = (action: LegalAction): Command["command"] | undefined =>
  action.command?.game.case === "mountaineering" ? action.command.game.value.command : undefined;

export interface Move {
  action: LegalAction;
  route: string[];
}

/** Moves, those with cards that are alike once. */
export function moves(actions: readonly LegalAction[]): Move[] {
  const found = new Map<string, Move>();
  for (const action of actions) {
    const command = commandOf(action);
    if (command?.case !== "playMover") continue;
    const key = command.value.route.join();
    if (!found.has(key)) found.set(key, { action, route: command.value.route });
  }
  return [...found.values()];
}

export function drawing(actions: readonly LegalAction[], kind: Kind): LegalAction | undefined {
  return actions.find((action) => {
    const command = commandOf(action);
    return command?.case === "drawCard" && command.value.kind === kind;
  });
}

/** All that can be done with a card. */
export function withCard(actions: readonly LegalAction[], card: string): LegalAction[] {
  return actions.filter((action) => {
    const command = commandOf(action);
    return command?.value !== undefined && "card" in command.value && command.value.card === card;
  });
}

export const whistles = (actions: readonly LegalAction[]): LegalAction[] => actions.filter((action) => commandOf(action)?.case === "blowWhistle");
