/** google.rpc.ErrorInfo, read from the details of an error: fields 1 reason, 2 domain, 3 metadata. */
import type { ConnectError } from "@connectrpc/connect";
import { BinaryReader } from "@bufbuild/protobuf/wire";

export interface ErrorInfo {
  reason: string;
  metadata: Record<string, string>;
}

export function errorInfo(error: ConnectError): ErrorInfo | undefined {
  for (const detail of error.details) {
    if ("type" in detail && detail.type === "google.rpc.ErrorInfo") return read(detail.value);
  }
  return undefined;
}

function read(bytes: Uint8Array): ErrorInfo {
  const info: ErrorInfo = { reason: "", metadata: {} };
  for (const [field, value] of fields(bytes)) {
    if (field === 1) info.reason = text(value);
    if (field === 3) {
      const [key, entry] = [...fields(value)].map(([, part]) => text(part));
      info.metadata[key ?? ""] = entry ?? "";
    }
  }
  return info;
}

/** All fields are texts or messages, so that each has a length. */
function* fields(bytes: Uint8Array): Generator<[number, Uint8Array]> {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) yield [reader.tag()[0], reader.bytes()];
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
