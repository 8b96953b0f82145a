/**
 * A recorded event as the message that the service would send: commands and events have the names and fields of the
 * rules pages in both, hex in the log is bytes on the wire, and a fixed word is an enum's value.
 */
import { create, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { ScalarType } from "@bufbuild/protobuf";
import { EventSchema, type Event } from "../gen/summitbook/v1/record_pb";
import { fromHex } from "../lib/hex";
import type { Data } from "./file";

/** Undefined for what this page does not know, or cannot make sense of. */
export function eventOf(game: string, type: string, data: Data): Event | undefined {
  try {
    const common = fieldFor(EventSchema, type);
    if (common) return wrapped(EventSchema, common, filled(common.message!, data)) as Event;
    const own = EventSchema.fields.find((field) => field.name === game);
    const inner = own?.message && fieldFor(own.message, type);
    if (!own?.message || !inner?.message) return undefined;
    return wrapped(EventSchema, own, wrapped(own.message, inner, filled(inner.message, data))) as Event;
  } catch {
    return undefined;
  }
}

const fieldFor = (message: DescMessage, type: string): DescField | undefined => message.fields.find((field) => field.message?.name === type);

function wrapped(message: DescMessage, field: DescField, value: Message): Message {
  const made = reflect(message, create(message));
  set(made, field, reflect(field.message!, value));
  return made.message;
}

function filled(message: DescMessage, data: Data): Message {
  const made = reflect(message, create(message));
  for (const field of message.fields) {
    const value = data[field.name];
    if (value === undefined || value === null) continue;
    if (field.fieldKind === "list" && Array.isArray(value)) {
      const list = made.get(field);
      for (const each of value) list.add(valueOf(field, each) as never);
    } else set(made, field, valueOf(field, value));
  }
  return made.message;
}

function valueOf(field: DescField, value: unknown): unknown {
  if (field.message) return reflect(field.message, filled(field.message, value as Data));
  if (field.enum) return field.enum.values.find((each) => each.name.toLowerCase() === `${prefix(field)}_${String(value)}`)?.number ?? 0;
  return "scalar" in field && field.scalar === ScalarType.BYTES ? fromHex(String(value)) : value;
}

/** Enum values are called `OP_ADD` for `add` of `Op`. */
const prefix = (field: DescField): string => field.enum!.name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

function set(made: ReflectMessage, field: DescField, value: unknown): void {
  made.set(field, value as never);
}
