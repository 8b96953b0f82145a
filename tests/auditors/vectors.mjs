// The conformance kit asked of audit.mjs; says in JSON what is not as it must be: node vectors.mjs AUDITOR KIT

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";

const [auditor, folder] = process.argv.slice(2);
const { audit, chanceOf, contentOf, decode, ed25519, encode, sha256 } = await import(pathToFileURL(auditor).href);
const kit = (name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const bytes = (text) => new Uint8Array(Buffer.from(text, "hex"));
const utf8 = (text) => new TextEncoder().encode(text);
const wrong = [];
let asked = 0;

function same(what, found, expected) {
  asked += 1;
  if (!isDeepStrictEqual(found, expected)) wrong.push({ what, found, expected });
}

for (const each of kit("fairness.json")) {
  const chance = chanceOf(each.seed, each.deal, each.salts);
  same("commitment", chance.commitment, each.commitment);
  same("key", chance.key, each.key);
  for (const [label, words] of Object.entries(each.words)) same(label, chance.words(label, words.length), words);
  for (const [label, dice] of Object.entries(each.dice)) same(label, chance.dice(label, dice.length), dice);
  same("uniform", chance.uniform("test/rejection", 3_000_000_000, each.uniform_3_billion.length), each.uniform_3_billion);
  same("shuffle", chance.shuffle("pile/movers/0", Array.from({ length: 30 }, (_, at) => at)), each.shuffle_30);
}

const { sound, refused } = kit("canonical.json");
for (const each of sound) {
  same(each.shows, encode(decode(utf8(each.line))), each.line);
  same(each.shows, encode(each.value), each.line);
  same(each.shows, hex(sha256(utf8(each.line))), each.sha256);
}
for (const each of refused) {
  let code = null;
  try {
    decode(bytes(each.hex));
  } catch (bad) {
    code = bad.code;
  }
  same(each.shows, code, each.code);
}

const { records, seal } = kit("records.json");
for (const each of records) {
  same("hashed", encode(each.record), each.hashed);
  same("hash", hex(sha256(utf8(each.hashed))), each.hash);
}
same("signature", await ed25519(bytes(seal.key), bytes(seal.message), bytes(seal.signature)), true);
const log = [...records, seal].map(({ line }) => `${line}\n`).join("");
same("seal", (await audit(log, { level: "seal", keys: [seal.key] })).sealed, true);

/** What the auditor knows of content must stand in it so; of cards it knows how many there are. */
function within(what, part, whole) {
  if (what === "cards") same(what, part.length, whole.length);
  else if (typeof part !== "object") same(what, part, whole);
  else for (const [key, item] of Object.entries(part)) within(key, item, whole[key]);
}

for (const { game, edition, sha256: named, data } of kit("content.json")) {
  same(game, hex(sha256(utf8(encode(data)))), named);
  const { sha256: hash, ...known } = contentOf({ game, content: { edition, sha256: named } });
  same(game, hash, named);
  within(game, known, data);
  same(game, contentOf({ game, content: { edition, sha256: named, data } }), data);
}

console.log(JSON.stringify({ asked, wrong }));
