/** A tournament to take away: its standings for spreadsheets, as a dossier has them, and the dossier. */
import { tournaments } from "./own";
import type { Meet } from "./meet.svelte";

const COLUMNS = ["place", "contestant", "name", "points", "tie_breaks", "games"] as const;
/** What a spreadsheet may take text for a formula by. */
const FORMULA = /^[=+\-@\t\r']/;

type Row = Record<(typeof COLUMNS)[number], number | string | number[] | null>;

function rows(meet: Meet): Row[] {
  return meet.standings.map(({ contestant, games, place, points, tieBreaks }) => ({
    contestant,
    games,
    name: meet.name(contestant),
    place: place ?? null,
    points,
    tie_breaks: tieBreaks,
  }));
}

export const asJson = (meet: Meet): string => `[\n${rows(meet).map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;

export const asCsv = (meet: Meet): string => [COLUMNS.join(","), ...rows(meet).map((row) => COLUMNS.map((column) => cell(row[column])).join(","))].join("\n") + "\n";

function cell(value: Row[keyof Row]): string {
  if (Array.isArray(value)) return value.join(" ");
  const text = String(value ?? "");
  const harmless = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The dossier, as it comes; `arrived` is told how many bytes there are. */
export async function dossier(tournamentId: string, arrived: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const { data } of tournaments.exportTournament({ tournamentId })) {
    parts.push(data);
    arrived((bytes += data.length));
  }
  return new Blob(parts as BlobPart[], { type: "application/zip" });
}

/** Have the browser save it under this name. */
export function save(what: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(what);
  link.download = name;
  link.click();
  // The browser has it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
