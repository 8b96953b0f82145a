import type { LegalAction } from "../gen/summitbook/v1/games_pb";

export interface Keyed {
  key: string;
  action: LegalAction;
}

/** Legal actions by what they say, so that a button stays, and keeps the focus, when others come and go. */
export function keyed(actions: readonly LegalAction[]): Keyed[] {
  const before = new Map<string, number>();
  return actions.map((action) => {
    const count = before.get(action.label) ?? 0;
    before.set(action.label, count + 1);
    return { key: `${action.label} ${count}`, action };
  });
}
