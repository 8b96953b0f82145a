/** A game's options as the server tells of them, and as a form holds them: by name, as text. */
import { enumType, type OptionField } from "./option_fields";
import { OptionType, type GameInfo, type Option } from "../gen/summitbook/v1/game_service_pb";
import type { Wanted } from "./making";

export type Chosen = Record<string, string>;

/** The value that stands in the form: `default_value` is written as in JSON. */
export const byDefault = (option: Option): string => String(JSON.parse(option.defaultValue));

export const startOf = (game: GameInfo): Chosen => Object.fromEntries(game.options.map((each) => [each.name, byDefault(each)]));

/** Only what differs from the default: what is left out takes it. */
export function optionsOf(game: GameInfo, chosen: Chosen): Wanted["options"] {
  const differing = game.options.filter((each) => chosen[each.name] !== byDefault(each));
  const value = Object.fromEntries(differing.map((each) => [camel(each.name), valueOf(game, each, chosen[each.name] ?? "")]));
  return { game: { case: camel(game.name), value } } as Wanted["options"];
}

function valueOf(game: GameInfo, option: Option, text: string): OptionField {
  if (option.type === OptionType.INTEGER) return Number(text);
  if (option.type === OptionType.FLAG) return text === "true";
  return enumType(game.name, option.name, text);
}

export const camel = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
/** `turn_seconds` as a person reads it. */
export const spoken = (name: string): string => name.replaceAll("_", " ");
