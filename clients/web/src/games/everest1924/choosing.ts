/** The legal actions of Everest by what they are about; which are legal, the server says. */
import type { Command } from "../../gen/summitbook/everest1924/v1/everest1924_pb";
import type { LegalAction } from "../../gen/summitbook/v1/games_pb";

type Kind = NonNullable<Command["command"]["case"]>;

const commandOf = (action: LegalAction): Command["command"] | undefined =>
  action.command?.game.case === "everest1924" ? action.command.game.value.command : undefined;

export const ofKind = (actions: readonly LegalAction[], ...kinds: Kind[]): LegalAction[] =>
  actions.filter((action) => kinds.some((kind) => commandOf(action)?.case === kind));

/** What can be done with just these dice: combining two of them, or rolling all of them again. */
export function withDice(actions: readonly LegalAction[], dice: readonly number[]): LegalAction[] {
  return actions.filter((action) => {
    const command = commandOf(action);
    if (command?.case === "combineDice") return same([command.value.keep, command.value.discard], dice);
    return command?.case === "rerollDice" && same(command.value.dice, dice);
  });
}

/** How the die `discard` can be dropped onto `keep`. */
export function dropping(actions: readonly LegalAction[], discard: number, keep: number): LegalAction[] {
  return actions.filter((action) => {
    const command = commandOf(action);
    return command?.case === "combineDice" && command.value.keep === keep && command.value.discard === discard;
  });
}

function same(some: readonly (number | undefined)[], others: readonly number[]): boolean {
  return some.length === others.length && others.every((each) => some.includes(each));
}
