/** The legal actions of Dicey Peaks by what they are about; which are legal, the server says. */
import { Colour, type Command } from "../../gen/summitbook/dicey_peaks/v1/dicey_peaks_pb";
import type { LegalAction } from "../../gen/summitbook/v1/games_pb";

/** How many dice of each colour: white, light blue, dark blue. */
export type Mix = readonly [number, number, number];
export const COLOURS = [Colour.WHITE, Colour.LIGHT_BLUE, Colour.DARK_BLUE] as const;

type Chosen = Command["command"];
type Of<K extends Chosen["case"]> = Extract<Chosen, { case: K }>["value"];

function all<K extends Chosen["case"]>(actions: readonly LegalAction[], kind: K): { action: LegalAction; command: Of<K> }[] {
  return actions.flatMap((action) => {
    const command = action.command?.game.case === "diceyPeaks" ? action.command.game.value.command : undefined;
    return command?.case === kind ? [{ action, command: command.value as Of<K> }] : [];
  });
}

export interface Roll {
  action: LegalAction;
  mix: Mix;
}

export const rolls = (actions: readonly LegalAction[]): Roll[] =>
  all(actions, "rollDice").map(({ action, command }) => ({ action, mix: [command.white ?? 0, command.lightBlue ?? 0, command.darkBlue ?? 0] }));

export const searches = (actions: readonly LegalAction[]) => all(actions, "chooseSummitTile").map(({ action, command }) => ({ action, tile: command.tile ?? 0 }));
export const turnings = (actions: readonly LegalAction[]) => all(actions, "turnOver").map(({ action, command }) => ({ action, positions: command.positions }));
export const plain = (actions: readonly LegalAction[]): LegalAction[] =>
  [...all(actions, "announce"), ...all(actions, "stop")].map(({ action }) => action);

/** Whether some roll takes at least this many of each. */
export const leadsOn = (some: readonly Roll[], mix: Mix): boolean => some.some((roll) => roll.mix.every((count, at) => count >= (mix[at] ?? 0)));
export const exactly = (some: readonly Roll[], mix: Mix): Roll | undefined => some.find((roll) => roll.mix.every((count, at) => count === mix[at]));

/** The roll with the most even share of colours, to begin with. */
export function evenly(some: readonly Roll[]): Mix {
  const spread = (mix: Mix) => mix.reduce((total, count) => total + count * count, 0);
  return [...some].sort((one, other) => spread(one.mix) - spread(other.mix))[0]?.mix ?? [0, 0, 0];
}
