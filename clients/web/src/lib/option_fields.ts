/** Words of options as the wire has them: found in the message, so that no word is written down twice. */
import { OptionsSchema } from "../gen/summitbook/v1/games_pb";

export type OptionField = number | boolean;

/** The number of an enum's word: `advanced` of `course` is COURSE_ADVANCED. */
export function enumType(game: string, option: string, word: string): OptionField {
  const message = OptionsSchema.fields.find((each) => each.name === game)?.message;
  const field = message?.fields.find((each) => each.name === option);
  const value = field?.enum?.values.find((each) => each.name.toLowerCase().endsWith(`_${word}`));
  if (!value) throw new RangeError(`this page knows no ${word} for ${option}`);
  return value.number;
}
