/** A replay file as lines, and what each says; a line that says nothing readable is kept all the same. */
export type Data = Record<string, unknown>;

export interface Line {
  bytes: Uint8Array;
  text: string;
  n?: number;
  at?: string;
  type: string;
  data: Data;
  cause?: { seat?: number | null } | null;
}

const LINE_FEED = 10;

export function linesOf(file: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < file.length; ) {
    const end = file.indexOf(LINE_FEED, start);
    const bytes = file.subarray(start, end < 0 ? file.length : end);
    lines.push(lineOf(bytes));
    start += bytes.length + 1;
  }
  return lines;
}

function lineOf(bytes: Uint8Array): Line {
  const text = new TextDecoder().decode(bytes);
  try {
    const value = JSON.parse(text) as Data;
    if (typeof value.type === "string" && isData(value.data)) return { bytes, text, ...(value as object), type: value.type, data: value.data };
    return { bytes, text, type: "seal" in value ? "Seal" : "reveal" in value ? "Reveal" : "Unreadable", data: value };
  } catch {
    return { bytes, text, type: "Unreadable", data: {} };
  }
}

const isData = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value);

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export const integer = (value: unknown): number => (typeof value === "number" ? value : 0);
export const integers = (value: unknown): number[] => (Array.isArray(value) ? value.filter((each) => typeof each === "number") : []);
export const words = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each) => typeof each === "string") : []);
