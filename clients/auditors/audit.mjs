/**
 * An auditor of recorded games, whole in this one file: levels chain, seal and dice.
 *
 * It shares no code with the project and is written from its pages alone: docs/replay-format.md,
 * docs/fairness.md, docs/content.md and docs/rules/. It needs nothing but JavaScript, and runs in
 * a browser as it does in Node 18 or newer:
 *
 *     node audit.mjs game.replay.jsonl --key HEX --head N:HASH
 *
 *     import { audit } from "./audit.mjs";
 *     const report = await audit(new Uint8Array(await file.arrayBuffer()));
 *
 * Level rules is not in here: that takes the rules of the games, and the project's own command.
 */

export const LEVELS = ["chain", "seal", "dice"];

/**
 * The verdict on a recorded game: docs/replay-format.md, "The report".
 *
 * `input` is the bytes of a file (Uint8Array or ArrayBuffer), its text, or its lines with their line
 * feeds. Options: `level`, the last level to check; `keys`, trusted public keys in hex; `heads`, receipts,
 * each `{n, hash}`, n = 0 for the hash of any record; `verify(key, message, signature)` in place of `ed25519`.
 * Whatever a file holds, this answers with a report.
 */
export async function audit(input, options = {}) {
  return (await auditSteps(input, options)).report;
}

/**
 * The same, and beside the report one step for each line: `{line, n, type, draw, chain, dice, fault}`.
 *
 * `n`, `type` and the label `draw` are null where a line has none. `chain` and `dice` are true where that
 * level holds for the line, false where the fault is, and null where nothing was asked: behind a fault,
 * and for `dice` where nothing is drawn or no seed is shown.
 */
export async function auditSteps(input, { level = "dice", keys = [], heads = [], verify = ed25519 } = {}) {
  if (!LEVELS.includes(level)) throw new RangeError(`the levels are ${LEVELS.join(", ")}`);
  const lines = linesOf(input);
  const chain = new Chain(heads);
  const steps = lines.map((_, at) => ({ line: at + 1, n: null, type: null, draw: null, chain: null, dice: null, fault: null }));
  const checks = {
    chain: () => checkChain(chain, lines, steps),
    seal: () => checkSeal(chain, keys, verify),
    dice: () => checkDice(chain, steps),
  };
  const found = { asked: level, level: null, fails: null, fault: null, warnings: [] };
  for (const next of LEVELS.slice(0, LEVELS.indexOf(level) + 1)) {
    try {
      const warnings = await checks[next]();
      found.warnings = next === "seal" ? [...warnings, ...found.warnings] : [...found.warnings, ...warnings];
      if (has(warnings, "NO_SEED")) break;
      found.level = next;
    } catch (thrown) {
      Object.assign(found, { fails: next, fault: only(thrown) });
      markFault(steps[found.fault.line - 1], found);
      break;
    }
  }
  return { report: reportOf(chain, found), steps };
}

/** A fault is shown in the step of its line, if it has one; a seal's does not unsay that its line is chained. */
function markFault(step, { fails, fault }) {
  if (step) Object.assign(step, { fault }, fails === "seal" ? {} : { [fails]: false });
}

/** What is wrong with a file, and where: a code of docs/replay-format.md, "Fault codes". */
class Fault {
  constructor(code, line, reason, expected = null, found = null) {
    Object.assign(this, { code, line, reason, expected, found });
  }
}

/** A line that is no record: BAD_FORMAT or NOT_CANONICAL. `value` is what a line that is only not canonical says. */
class BadLine {
  constructor(code, reason, value) {
    Object.assign(this, { code, reason, value });
  }
}

/** A fault passes; whatever else was thrown is a mistake of this program, and is not to be taken for a verdict. */
function only(thrown) {
  if (thrown instanceof Fault) return thrown;
  throw thrown;
}

const warning = (code, text) => ({ code, text });
const has = (warnings, code) => warnings.some((each) => each.code === code);

function reportOf(chain, { asked, level, fails, fault, warnings }) {
  let sealed = fails !== "seal" && !has(warnings, "NO_SEAL");
  if (level === null || asked === "chain" || has(warnings, "SEAL_NOT_CHECKED")) sealed = null;
  else if (has(warnings, "UNKNOWN_KEY")) sealed = "unknown key";
  return {
    ok: fault === null,
    level,
    fails,
    code: fault?.code ?? null,
    line: fault?.line ?? null,
    reason: fault?.reason ?? "",
    expected: fault?.expected ?? null,
    found: fault?.found ?? null,
    records: chain.n,
    game: chain.created?.game ?? "",
    game_id: chain.created?.game_id ?? "",
    outcome: chain.closed?.outcome ?? null,
    head: chain.n ? chain.hash : "",
    key: chain.seal?.key ?? "",
    sealed,
    warnings,
    seed_source: level === null ? null : chain.created.seed_source,
  };
}

// ---------------------------------------------------------------------------------------------------------
// Level chain: docs/replay-format.md, "Checking a file"

const ZEROS = "0".repeat(64);

/** What could not be known; throws a Fault. */
function checkChain(chain, lines, steps) {
  for (const [at, raw] of lines.entries()) {
    const record = chain.take(raw);
    if (record) Object.assign(steps[at], { n: record.n, type: record.type, draw: record.data.draw ?? null });
    steps[at].chain = true;
  }
  chain.end();
  if (chain.told || chain.seal) return [];
  return [warning("NO_HEAD", "neither a seal nor a receipt ties this file to the game that was played")];
}

/** Takes a file line by line, and asks each the seven questions of the page. */
class Chain {
  constructor(heads) {
    this.told = heads.length > 0;
    this.heads = heads.filter((head) => head.n);
    this.unmet = new Set(heads.filter((head) => !head.n).map((head) => head.hash));
    Object.assign(this, { lines: 0, n: 0, hash: ZEROS, records: [], created: null, closed: null, reveal: null, seal: null });
  }

  /** The record on the next line, or null for a reveal or a seal. */
  take(raw) {
    this.lines += 1;
    if (raw.at(-1) !== LINE_FEED) throw this.fault("TRUNCATED", "the last line has no line feed");
    const line = raw.subarray(0, -1);
    try {
      return this.closed || this.seal ? this.takeLate(line) : this.takeValue(decode(line));
    } catch (bad) {
      throw bad instanceof BadLine ? this.fault(bad.code, bad.reason) : bad;
    }
  }

  takeValue(value) {
    if (isTail(value)) return this.takeTail(value);
    must(isRecord(value), "neither a record nor a reveal nor a seal in the right shape");
    this.follow(value);
    this.note(value);
    this.records.push({ line: this.lines, ...value });
    return value;
  }

  /** Questions 5 and 6: the number, the hash before, this one's hash, the receipt for this number. */
  follow({ hash, ...body }) {
    if (body.n !== this.n + 1) throw this.fault("GAP", "records are numbered without a gap", this.n + 1, body.n);
    if (body.prev !== this.hash) throw this.fault("BROKEN_CHAIN", "prev is not the hash of the record before", this.hash, body.prev);
    const right = hex(sha256(utf8(encode(body))));
    if (hash !== right) throw this.fault("BROKEN_CHAIN", "hash does not fit the record", right, hash);
    const expected = this.heads.filter((head) => head.n === body.n && head.hash !== right).map((head) => head.hash).sort();
    if (expected.length) throw this.fault("BROKEN_CHAIN", "the log does not hold the expected head", expected[0], right);
    this.unmet.delete(right);
    Object.assign(this, { n: body.n, hash: right });
  }

  /** Question 7: the events common to all games are part of the format. */
  note({ n, type, data }) {
    must((n === 1) === (type === "GameCreated"), "the first record, and no other, is GameCreated");
    must(!Object.hasOwn(COMMON_EVENTS, type) || COMMON_EVENTS[type](data), `this is not what a ${type} holds`);
    if (type === "GameCreated") this.created = data;
    if (type === "GameClosed") this.closed = data;
  }

  /** Behind GameClosed or a seal: what means to be a reveal or a seal is judged as one, all else is too much. */
  takeLate(line) {
    let value;
    try {
      value = decode(line);
    } catch (bad) {
      const meant = bad.code === "NOT_CANONICAL" ? isTail(bad.value) : beginsAsTail(line);
      throw meant ? bad : this.stray();
    }
    if (!isTail(value)) throw this.stray();
    return this.takeTail(value);
  }

  takeTail(value) {
    must(Object.hasOwn(value, "seal") ? isSealLine(value) : isRevealLine(value), "neither a reveal nor a seal in the right shape");
    const waits = this.closed !== null && this.closed.seed === null && this.reveal === null;
    if (this.seal || (value.reveal && !waits)) throw this.stray();
    if (value.seal) this.seal = value.seal;
    else this.reveal = { line: this.lines, ...value.reveal };
    return null;
  }

  /** Whether the file is whole, and holds the receipts that name no number. */
  end() {
    const expected = Math.max(0, this.seal?.events ?? 0, ...this.heads.map((head) => head.n));
    if (this.n < expected) throw this.fault("TRUNCATED", "records are missing at the end", expected, this.n);
    if (!this.closed && !this.seal) throw this.fault("TRUNCATED", "the log ends with neither GameClosed nor a seal");
    for (const hash of [...this.unmet].sort()) {
      throw new Fault("BROKEN_CHAIN", this.n, "the log does not hold the expected head", hash, this.hash);
    }
  }

  stray() {
    return this.fault("AFTER_CLOSE", "nothing follows the last record but a reveal of a seed not yet shown, then a seal, each once");
  }

  fault(code, reason, expected, found) {
    return new Fault(code, this.lines, reason, expected, found);
  }
}

const LINE_FEED = 10;
const isTail = (value) => isObject(value) && (Object.hasOwn(value, "reveal") || Object.hasOwn(value, "seal"));
const beginsAsTail = (line) => ['{"reveal"', '{"seal"'].some((front) => utf8(front).every((byte, at) => line[at] === byte));

function must(fact, reason) {
  if (!fact) throw new BadLine("BAD_FORMAT", reason);
}

/** The lines of a file as bytes, each with its line feed; the last may have none. */
function linesOf(input) {
  if (Array.isArray(input)) return input.map((line) => (typeof line === "string" ? utf8(line) : line));
  const bytes = typeof input === "string" ? utf8(input) : new Uint8Array(input);
  const lines = [];
  for (let at = 0; at < bytes.length; at += lines.at(-1).length) {
    const end = bytes.indexOf(LINE_FEED, at);
    lines.push(bytes.subarray(at, end < 0 ? bytes.length : end + 1));
  }
  return lines;
}

// ---------------------------------------------------------------------------------------------------------
// Canonical form: docs/replay-format.md, "Canonical form"

const DEEPEST = 64;
const ESCAPED = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const TOKEN = /[ \t\n\r]*(?:([[\]{},:"])|(true|false|null)|(-?(?:0|[1-9][0-9]*))((?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?))/y;
const BLANK = /[ \t\n\r]*$/y;

/** The value on a line; throws a BadLine. JSON.parse is no help: it takes repeated keys, floats and more. */
export function decode(line) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw new BadLine("BAD_FORMAT", "not UTF-8");
  }
  const value = new Reader(text).whole();
  if (encode(value) !== text) throw new BadLine("NOT_CANONICAL", "not written in canonical form", value);
  return value;
}

/** Reads JSON of the kind that records hold, however it is spaced and escaped. */
class Reader {
  constructor(text) {
    Object.assign(this, { text, at: 0 });
  }

  whole() {
    const value = this.value(this.token(), 0);
    BLANK.lastIndex = this.at;
    must(BLANK.test(this.text), `not JSON from character ${this.at + 1} on`);
    return value;
  }

  token() {
    TOKEN.lastIndex = this.at;
    const found = TOKEN.exec(this.text);
    must(found, `not JSON from character ${this.at + 1} on`);
    this.at = TOKEN.lastIndex;
    const [, mark, word, digits, rest] = found;
    return { mark, word, digits, rest };
  }

  /** The rest of a string, behind its opening quote. One pattern for all of it would fail on a very long one. */
  string() {
    const start = this.at;
    let escaped = true;
    while (escaped) {
      this.at = this.text.indexOf('"', this.at) + 1;
      must(this.at > 0, "not JSON: a string does not end");
      let before = this.at - 2;
      while (before >= start && this.text[before] === "\\") before--;
      escaped = (this.at - before) % 2 === 1;
    }
    return unescaped(this.text.slice(start, this.at - 1));
  }

  value({ mark, word, digits, rest }, depth) {
    if (mark === '"') return this.string();
    if (digits !== undefined) return integer(digits, rest);
    if (word) return { true: true, false: false, null: null }[word];
    must(mark === "{" || mark === "[", "not JSON: a value is missing");
    must(depth < DEEPEST, `nested more than ${DEEPEST} deep`);
    return mark === "[" ? this.array(depth + 1) : this.object(depth + 1);
  }

  array(depth) {
    const found = [];
    for (let token = this.token(); token.mark !== "]" || found.length; token = this.token()) {
      found.push(this.value(token, depth));
      if (this.ends("]")) break;
    }
    return found;
  }

  object(depth) {
    const found = Object.create(null); // so that no key, `__proto__` for one, means anything
    for (let token = this.token(); token.mark !== "}" || Object.keys(found).length; token = this.token()) {
      must(token.mark === '"', "not JSON: a key is missing");
      const key = this.string();
      must(/^[\0-\x7f]*$/.test(key), "a key is not ASCII");
      must(!(key in found), "a key is repeated");
      must(this.token().mark === ":", "not JSON: a colon is missing");
      found[key] = this.value(this.token(), depth);
      if (this.ends("}")) break;
    }
    return found;
  }

  ends(mark) {
    const token = this.token();
    must(token.mark === mark || token.mark === ",", "not JSON: a comma is missing");
    return token.mark === mark;
  }
}

function integer(digits, rest) {
  must(rest === "", `${(digits + rest).slice(0, 20)} is not an integer`);
  const value = Number(digits);
  must(Number.isSafeInteger(value), "an integer has more than 53 bits");
  return value;
}

function unescaped(string) {
  must(!/[\0-\x1f]/.test(string), "not JSON: a control character stands in a string");
  const text = string.replace(/\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt])|)/g, (_, code, mark) => {
    must(code || mark, "not JSON: there is no such escape");
    return code ? String.fromCharCode(parseInt(code, 16)) : ESCAPED[mark];
  });
  must(!/\p{Surrogate}/u.test(text), "a lone surrogate is no text");
  return text;
}

/** The canonical form of a value. Of a sound string JSON.stringify writes just what RFC 8785 asks for. */
export function encode(value) {
  if (Array.isArray(value)) return `[${value.map(encode).join(",")}]`;
  if (!isObject(value)) return typeof value === "number" ? String(value) : JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${encode(value[key])}`).join(",")}}`;
}

// ---------------------------------------------------------------------------------------------------------
// Shapes: what a value must look like. Each is a question; an object has all its fields, and no others.

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isInteger = (value) => typeof value === "number";
const isString = (value) => typeof value === "string";
const isBoolean = (value) => typeof value === "boolean";
const isIn = (from, to) => (value) => isInteger(value) && from <= value && value <= to;
const isLike = (pattern) => (value) => isString(value) && pattern.test(value);
const isOneOf = (...words) => (value) => words.includes(value);
const isNullOr = (shape) => (value) => value === null || shape(value);
const isListOf = (shape) => (value) => Array.isArray(value) && value.every(shape);
const isMapTo = (shape) => (value) => isObject(value) && Object.values(value).every(shape);
const isMadeOf = (fields, optional = {}) => (value) =>
  isObject(value) &&
  Object.keys(fields).every((key) => Object.hasOwn(value, key)) &&
  Object.entries(value).every(([key, item]) => {
    const known = Object.hasOwn(fields, key) ? fields : optional;
    return Object.hasOwn(known, key) && known[key](item);
  });

const isHash = isLike(/^[0-9a-f]{64}$/);
const isUuid = isLike(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const isHex = isLike(/^([0-9a-f]{2})*$/);
const isTime = isLike(
  /^(?!0000)[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z$/,
);

const isCause = isMadeOf({ args: isObject, by: isString, command: isString, id: isString, seat: isNullOr(isInteger) });
const isRecord = isMadeOf(
  { at: isTime, data: isObject, hash: isHash, n: isIn(1, Number.MAX_SAFE_INTEGER), prev: isHash, type: isString },
  { cause: isCause },
);
const isRevealLine = isMadeOf({ reveal: isMadeOf({ deal: isUuid, seed: isHash }) });
const isSealLine = isMadeOf({
  seal: isMadeOf({ events: isIn(1, 2 ** 32 - 1), head: isHash, key: isHash, signature: isLike(/^[0-9a-f]{128}$/) }),
});

const SEAT = { seat: isInteger };
const COMMON_EVENTS = {
  GameCreated: isMadeOf(
    {
      format: isOneOf("summitbook-replay/1"), game_id: isUuid, game: isString, rules: isInteger, seats: isInteger,
      content: isMadeOf({ edition: isString, sha256: isHash }, { data: isObject }), options: isObject,
      deal: isUuid, commitment: isHash, seed_source: isOneOf("server", "given", "deal"),
    },
    { forked_from: isMadeOf({ game_id: isUuid, n: isIn(1, Number.MAX_SAFE_INTEGER), hash: isHash }) },
  ),
  SeatTaken: isMadeOf({ ...SEAT, name: isString, salt: isHex }),
  SeatLeft: isMadeOf(SEAT),
  GameStarted: isMadeOf({}),
  TurnTimedOut: isMadeOf(SEAT),
  SeatRetired: isMadeOf(SEAT),
  HintTaken: isMadeOf(SEAT),
  GameClosed: isMadeOf({ outcome: isString, seed: isNullOr(isHash) }),
};

// ---------------------------------------------------------------------------------------------------------
// Level seal: docs/replay-format.md, "The seal"

/** What could not be known of the seal; throws a Fault. */
async function checkSeal(chain, keys, verify) {
  const { seal, n, hash } = chain;
  if (!seal) return [warning("NO_SEAL", "without a seal nothing ties down times, names and ids")];
  if (seal.events !== n || seal.head !== hash) {
    throw chain.fault("BAD_SEAL", "the seal is that of another log", `${seal.events}:${seal.head}`, `${n}:${hash}`);
  }
  const message = joined(utf8("summitbook/seal/1\0"), bytesOf(seal.head), u32be(seal.events));
  const fits = await verify(bytesOf(seal.key), message, bytesOf(seal.signature));
  if (fits === false) throw chain.fault("BAD_SEAL", "the signature does not fit the key", null, seal.signature);
  if (keys.length && !keys.includes(seal.key)) throw chain.fault("UNKNOWN_KEY", "the seal's key is none of the trusted ones", null, seal.key);
  if (fits === null) return [warning("SEAL_NOT_CHECKED", "this browser knows no Ed25519, so that nobody has looked at the signature")];
  return keys.length ? [] : [warning("UNKNOWN_KEY", `sealed with ${seal.key}; name the keys you trust to be sure whose it is`)];
}

/**
 * Whether an Ed25519 signature fits; null where nothing here can tell.
 *
 * Node's own crypto can; of browsers Chrome can from 137 on, Firefox from 129, Safari from 17, and only on
 * pages that came by https or from this machine.
 */
export async function ed25519(key, message, signature) {
  try {
    if (inNode()) {
      const { createPublicKey, verify } = await import("node:crypto");
      const spki = joined(bytesOf("302a300506032b6570032100"), key); // the frame that RFC 8410 puts around a key
      return verify(null, message, createPublicKey({ key: spki, format: "der", type: "spki" }), signature);
    }
    if (!globalThis.crypto?.subtle) return null;
    const imported = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, imported, signature, message);
  } catch (error) {
    return error.name === "NotSupportedError" ? null : false;
  }
}

const inNode = () => Boolean(globalThis.process?.versions?.node);

// ---------------------------------------------------------------------------------------------------------
// Level dice: docs/fairness.md, and "Draws" on each game's page

/** What could not be known, since no seed is shown yet; throws a Fault where a draw is not what its label gives. */
function checkDice(chain, steps) {
  const { created, closed, reveal, records } = chain;
  const seed = reveal?.seed ?? closed?.seed ?? null;
  const hides = !closed || created.seed_source === "deal";
  const where = reveal?.line ?? chain.n;
  if (seed === null && hides) return [warning("NO_SEED", "the seed is not revealed yet: checked up to the seal")];
  if (seed === null) throw new Fault("BAD_SEED", where, "the closing event does not reveal the seed");
  const commitment = hex(sha256(joined(utf8("summitbook/commit/1\0"), bytesOf(seed))));
  if (commitment !== created.commitment) throw new Fault("BAD_SEED", where, "the seed does not fit the commitment", created.commitment, commitment);
  if (reveal && reveal.deal !== created.deal) throw new Fault("BAD_SEED", where, "the seed is that of another deal", created.deal, reveal.deal);
  const draws = new Draws(created, contentOf(created), bytesOf(seed));
  for (const record of records) {
    if (draws.take(record)) steps[record.line - 1].dice = true;
  }
  return [];
}

/** Takes the records of a log in order, and draws each roll and each shuffle again. */
class Draws {
  constructor(created, content, seed) {
    const seats = Math.max(0, Math.min(created.seats, content.max_seats));
    Object.assign(this, { created, content, seed, key: null, first: new Map() });
    this.game = GAMES[created.game];
    this.salts = Array(seats).fill("");
  }

  /** Whether this record shows a draw, and the right one; throws a Fault. */
  take({ line, type, data }) {
    if (type === "SeatTaken" || type === "SeatLeft") {
      if (Object.hasOwn(this.salts, data.seat)) this.salts[data.seat] = data.salt ?? "";
    } else if (type === "GameStarted") this.key = this.gameKey();
    else if (Object.hasOwn(this.game.events, type) && (data.draw ?? null) !== null) {
      return this.check(line, type, data);
    }
    return false;
  }

  /** Step 4 of the fairness page. */
  gameKey() {
    const salts = this.salts.map((salt) => sha256(bytesOf(salt)));
    return hmac(this.seed, joined(utf8("summitbook/key/1\0"), bytesOf(this.created.deal.replaceAll("-", "")), ...salts));
  }

  check(line, type, data) {
    const wrong = (reason, expected = null) => new Fault("WRONG_DRAW", line, reason, expected, data);
    const { shape, redraw } = this.game.events[type];
    if (!shape(data)) throw wrong(`this is not what a ${type} holds`);
    if (this.key === null) throw wrong("nothing is drawn before the game has started");
    if (!/^[\0-\x7f]*$/.test(data.draw)) throw wrong("a label is ASCII");
    if (!this.first.has(data.draw)) this.first.set(data.draw, { type, data });
    const words = wordsOf(this.key, data.draw);
    const right = redraw({ data, words, content: this.content, seats: this.salts.length, first: this.first.get(data.draw) });
    if (right === null || encode(right) !== encode(data)) throw wrong("not what its label draws", right);
    return true;
  }
}

/** Step 5: the words of a label, a function that gives one after the other. */
function wordsOf(key, label) {
  const prefix = utf8(`${label}\0`);
  let block = 0;
  let words = [];
  return () => {
    if (!words.length) {
      const bytes = hmac(key, joined(prefix, u32be(block++)));
      words = Array.from({ length: 8 }, (_, at) => new DataView(bytes.buffer).getUint32(4 * at));
    }
    return words.shift();
  };
}

/** Step 6: a number from 0 to n - 1, each as likely as any other. */
function uniform(words, n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  let word = words();
  while (word >= limit) word = words();
  return word % n;
}

/** Step 7: so many six-sided dice. */
const dice = (words, count) => Array.from({ length: count }, () => 1 + uniform(words, 6));

/** Step 7: a die with these faces. */
const pick = (words, faces) => faces[uniform(words, faces.length)];

/** Step 8: the items in a shuffled order, the front drawn first. */
function shuffle(words, items) {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = uniform(words, i + 1);
    [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
  }
  return shuffled;
}

/** All that follows from a seed, a deal and salts in hex, as the conformance kit tells it in fairness.json. */
export function chanceOf(seed, deal, salts) {
  const draws = new Draws({ game: "everest1924", deal, seats: salts.length }, { max_seats: salts.length }, bytesOf(seed));
  draws.salts = salts;
  const key = draws.gameKey();
  return {
    commitment: hex(sha256(joined(utf8("summitbook/commit/1\0"), bytesOf(seed)))),
    key: hex(key),
    words: (label, count) => Array.from({ length: count }, wordsOf(key, label)),
    uniform(label, n, count) {
      const words = wordsOf(key, label);
      return Array.from({ length: count }, () => uniform(words, n));
    },
    dice: (label, count) => dice(wordsOf(key, label), count),
    shuffle: (label, items) => shuffle(wordsOf(key, label), items),
  };
}

// ---------------------------------------------------------------------------------------------------------
// The games: docs/rules/, "Events" and "Draws" of each page
//
// Each event that draws has its shape, and the event as its draw says it must be, null where no draw could
// show it. Of a game's other events the names are enough: a `draw` in one of them is wrong whatever it says.

const LABEL = { draw: isString };
const drawsNothing = (...names) => Object.fromEntries(names.map((name) => [name, { shape: () => false }]));

const COLOURS = ["white", "light_blue", "dark_blue"];
const isFace = isOneOf("pickaxe", "avalanche", "tent", "yeti");
const isKind = isOneOf("movers", "equipment");

const GAMES = {
  everest1924: {
    shipped: { sha256: "023fc00a9260c64edfe39f021349ec705a7564dc44197de0f5115eae248ebfbe", max_seats: 1 },
    playable: isSheet,
    events: {
      DiceRolled: {
        shape: isMadeOf({ ...LABEL, turn: isInteger, values: isListOf(isInteger) }),
        redraw: ({ data, words }) => ({ ...data, values: dice(words, data.values.length) }),
      },
      DiceRerolled: {
        shape: isMadeOf({ ...LABEL, dice: isListOf(isInteger), values: isListOf(isInteger) }),
        redraw: ({ data, words }) => ({ ...data, values: dice(words, data.values.length) }),
      },
      ...drawsNothing(
        "ExpeditionStarted", "DiceCombined", "Ascended", "DieUnlocked", "Traversed", "Fell", "SummitReached",
        "PartyPerished", "ExpeditionAbandoned", "ExpeditionScored",
      ),
    },
  },
  dicey_peaks: {
    shipped: {
      sha256: "1174ebc6e25c1fe9aca78371aa366af947c30c399eece0e24dd73dfcaf4a73a1",
      max_seats: 6,
      dice: {
        white: { faces: ["pickaxe", "pickaxe", "pickaxe", "avalanche", "tent", "yeti"] },
        light_blue: { faces: ["pickaxe", "pickaxe", "tent", "tent", "avalanche", "yeti"] },
        dark_blue: { faces: ["tent", "tent", "tent", "pickaxe", "avalanche", "yeti"] },
      },
      levels: [
        { laid: 6, tiles: ["forward_1", "forward_1", "forward_2", "turn_over_2", "oxygen_plus_1", "oxygen_minus_1", "back_1", "nothing"] },
        { laid: 5, tiles: ["forward_1", "forward_2", "turn_over_2", "oxygen_plus_1", "oxygen_minus_1", "back_1", "down_left"] },
        { laid: 4, tiles: ["forward_1", "turn_over_2", "oxygen_plus_1", "oxygen_minus_2", "back_2", "down_right"] },
        { laid: 3, tiles: ["forward_1", "oxygen_minus_1", "oxygen_minus_2", "back_1", "down_left"] },
      ],
      summit: { tiles: ["flag", "false_summit", "false_summit"] },
    },
    playable: isDiceyMountain,
    events: {
      MountainBuilt: {
        shape: isMadeOf({ ...LABEL, first_seat: isInteger }),
        redraw: ({ data, words, seats }) => (seats ? { ...data, first_seat: uniform(words, seats) } : null),
      },
      DiceRolled: {
        shape: isMadeOf({ ...LABEL, dice: isListOf(isOneOf(...COLOURS)), faces: isListOf(isFace) }),
        redraw: ({ data, words, content }) => ({ ...data, faces: data.dice.map((colour) => pick(words, content.dice[colour].faces)) }),
      },
      TileTurned: {
        shape: isMadeOf({ ...LABEL, position: isInteger, tile: isString, place: isInteger }),
        redraw({ data, words, content }) {
          let place = data.position - 1;
          for (const { laid, tiles } of content.levels) {
            if (0 <= place && place < laid) return { ...data, tile: shuffle(words, tiles)[place], place };
            place -= laid;
          }
          return null;
        },
      },
      SummitTileTurned: {
        shape: isMadeOf({ ...LABEL, tile: isInteger, flag: isBoolean, place: isInteger }),
        redraw({ data, words, content: { summit } }) {
          if (!Object.hasOwn(summit.tiles, data.tile)) return null;
          return { ...data, flag: shuffle(words, summit.tiles)[data.tile] === "flag", place: data.tile };
        },
      },
      ...drawsNothing(
        "TurnStarted", "IntentAnnounced", "DiceSetAside", "Busted", "Rested", "Climbed", "ClimberMoved",
        "OxygenChanged", "ClimbersFrightened", "ClimberStranded", "TurnEnded", "GameWon", "GameDrawn",
      ),
    },
  },
  mountaineering: {
    shipped: {
      sha256: "de8ac9f9e1bf6a979d2722fe8decd8b980f436f814b26f8db1c7f241d7a0b9c0",
      max_seats: 6,
      movers: { 1: 20, 2: 7, 3: 3 },
      equipment: { cards: Array(30) },
    },
    playable: isClimbersMountain,
    events: {
      CardDrawn: {
        shape: isMadeOf({ ...LABEL, seat: isInteger, kind: isKind, card: isString, place: isInteger }),
        redraw({ data, words, content, first }) {
          const cards = first.type === "PileReshuffled" ? first.data.cards : cardsOf(content, data.kind);
          return Object.hasOwn(cards, data.place) ? { ...data, card: shuffle(words, cards)[data.place] } : null;
        },
      },
      PileReshuffled: {
        shape: isMadeOf({ ...LABEL, kind: isKind, cards: isListOf(isString) }),
        // the list a shuffle starts from: which cards those are the rules say, but there are no more than all
        redraw: ({ data, content }) => (data.cards.length <= cardsOf(content, data.kind).length ? data : null),
      },
      ...drawsNothing(
        "ExpeditionSetOut", "ClimbBegun", "MarkerMoved", "SuppliesReached", "TroubleMet", "SentBack", "EquipmentPlayed",
        "EquipmentTakenBack", "TroubleOvercome", "CardAbandoned", "CardDonated", "WhistleBlown", "DescentBegun",
        "TurnPassed", "ExpeditionEnded",
      ),
    },
  },
};

/** All cards of a kind, by their ids, rising. */
function cardsOf({ movers, equipment }, kind) {
  const count = kind === "equipment" ? equipment.cards.length : sum(Object.values(movers));
  return Array.from({ length: count }, (_, at) => `${kind === "equipment" ? "e" : "m"}${String(at + 1).padStart(2, "0")}`);
}

// ---------------------------------------------------------------------------------------------------------
// Content: docs/replay-format.md, "Content", and docs/content.md for what a file may carry

/** The content a game names, of what ships only that part which draws need; throws a Fault. */
export function contentOf({ game, content: { edition, sha256: named, data } }) {
  const unknown = (reason) => new Fault("UNKNOWN_CONTENT", 1, reason);
  if (!Object.hasOwn(GAMES, game)) throw unknown("there is no such game here");
  const { shipped, playable } = GAMES[game];
  if (data === undefined) {
    if (edition === "reconstructed" && named === shipped.sha256) return shipped;
    throw unknown("no such edition with this hash ships, nor does the log carry it");
  }
  const plain = utf8(encode(data));
  if (plain.length > LARGEST_CONTENT || !playable(data)) throw unknown("content.data is not what docs/content.md asks for");
  const hash = hex(sha256(plain));
  if (data.edition !== edition || hash !== named) throw unknown("content.data is not what its edition and hash name");
  return data;
}

const LARGEST_CONTENT = 262144;
const MOST_TILES = 99;
const MOST_WAYS = 1000;
const SPOTS = ["base", "path", "supply", "trouble", "summit"];
const EVERY_GAME = { edition: isString, min_seats: isInteger, max_seats: isInteger };
const everyGameHolds = ({ min_seats, max_seats }) => 1 <= min_seats && min_seats <= max_seats;
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const different = (items) => new Set(items).size === items.length;

function isSheet(data) {
  const shape = isMadeOf({
    ...EVERY_GAME, game: isOneOf("everest1924"), dice: isInteger, max_dice: isInteger, camps: isInteger,
    rows: isListOf(isMadeOf({ first: isInteger, squares: isInteger }, { target: isInteger, extra_die: isBoolean })),
    legends: isListOf(isMadeOf({ name: isString }, { score: isNullOr(isInteger), feat: isString })),
  });
  if (!shape(data)) return false;
  const { rows, legends, dice, max_dice } = data;
  const scores = legends.map(({ score }) => score ?? null);
  return (
    data.min_seats === 1 && data.max_seats === 1 && 1 <= dice && dice <= max_dice && max_dice <= 6 && data.camps >= 0 &&
    rows.length >= 2 && !rows[0].extra_die &&
    rows.every(({ first, squares, target = 0 }, at) => first >= 0 && squares >= 1 && (at ? target >= 1 : target === 0)) &&
    scores.length > 0 && scores.every((score, at) => (score === null) === (at === scores.length - 1)) &&
    scores.slice(0, -1).every((score, at) => at === 0 || score <= scores[at - 1])
  );
}

function isDiceyMountain(data) {
  const colour = isMadeOf({ count: isIn(0, 99), faces: isListOf(isFace) });
  const number = isIn(1, 99);
  const shape = isMadeOf({
    ...EVERY_GAME, game: isOneOf("dicey_peaks"), oxygen_start: isInteger, oxygen_max: number, first_roll: number,
    next_roll: number, bust_avalanches: number, bust_yetis: number,
    dice: isMadeOf(Object.fromEntries(COLOURS.map((each) => [each, colour]))),
    levels: isListOf(isMadeOf({ level: number, laid: isInteger, tiles: isListOf(isTile) })),
    summit: isMadeOf({ tiles: isListOf(isOneOf("flag", "false_summit")) }),
  });
  if (!shape(data) || !everyGameHolds(data)) return false;
  const dice = Object.values(data.dice);
  const shown = dice.flatMap(({ count, faces }) => (count ? faces : []));
  const { levels } = data;
  return (
    data.min_seats >= 2 && data.max_seats <= 6 && 0 <= data.oxygen_start && data.oxygen_start <= data.oxygen_max &&
    dice.every(({ faces }) => faces.length) && sum(dice.map(({ count }) => count)) >= data.first_roll &&
    shown.includes("pickaxe") && shown.includes("tent") &&
    levels.length > 0 && different(levels.map(({ level }) => level)) &&
    levels.every(({ laid, tiles }, at) => 1 <= laid && laid <= tiles.length && tiles.length <= MOST_TILES && (at === 0 || laid < levels[at - 1].laid)) &&
    !levels[0].tiles.some((tile) => tile.startsWith("down_")) &&
    data.summit.tiles.includes("flag") && data.summit.tiles.length <= MOST_TILES
  );
}

function isTile(value) {
  return isLike(/^((forward|back|oxygen_plus|oxygen_minus)_[1-9][0-9]?|down_left|down_right|turn_over_2|nothing)$/)(value);
}

function isClimbersMountain(data) {
  const shape = isMadeOf({
    ...EVERY_GAME, game: isOneOf("mountaineering"), starting_cards: isInteger, supply_draw: isInteger,
    abandon_draw: isInteger, movers: isMapTo(isInteger), equipment: isMadeOf({ cards: isListOf(isListOf(isString)) }),
    troubles: isMapTo(isMadeOf({ name: isString }, { needs: isListOf(isString), back: isInteger, reconstructed: isBoolean })),
    spots: isListOf(isMadeOf({ id: isString, kind: isOneOf(...SPOTS), up: isListOf(isString) }, { trouble: isInteger })),
  });
  if (!shape(data) || !everyGameHolds(data) || data.max_seats > 6) return false;
  return areCards(data) && areTroubles(data) && isPath(data.spots, data.troubles) && areFewWays(data);
}

const isNumber = (key) => /^[1-9][0-9]{0,2}$/.test(key);

function areCards({ movers, equipment: { cards }, starting_cards, supply_draw, abandon_draw }) {
  const counts = Object.values(movers);
  const whistles = cards.filter((items) => items.includes("Whistle"));
  return (
    Object.keys(movers).every(isNumber) && counts.every((count) => count >= 1) && isIn(1, 99)(sum(counts)) &&
    isIn(1, 99)(cards.length) && cards.every((items) => items.length && different(items)) &&
    (whistles.length === 0 || (whistles.length === 1 && whistles[0].length === 1)) &&
    [starting_cards, supply_draw, abandon_draw].every(isIn(1, sum(counts) + cards.length))
  );
}

function areTroubles({ troubles, equipment }) {
  const items = new Set(equipment.cards.flat());
  return Object.entries(troubles).every(
    ([key, { needs = [], back = 0 }]) =>
      isNumber(key) && back >= 0 && (needs.length === 0) === (back > 0) && different(needs) && needs.every((item) => items.has(item)),
  );
}

const idsOf = (spots) => spots.map(({ id }) => id);

/** A trouble has its number on the chart, no other spot has one, and all spots above are there. */
function isSpot({ kind, trouble = 0, up }, ids, troubles) {
  const numbered = kind === "trouble" ? Object.hasOwn(troubles, trouble) : trouble === 0;
  return numbered && different(up) && up.every((id) => ids.has(id));
}

/** One base camp below everything, one summit above, and no way round in a circle. */
function isPath(spots, troubles) {
  const ids = new Set(idsOf(spots));
  const ledTo = new Set(spots.flatMap(({ up }) => up));
  const ends = { base: [...ids].filter((id) => !ledTo.has(id)), summit: idsOf(spots.filter(({ up }) => !up.length)) };
  return (
    ids.size === spots.length && !ids.has("") && spots.every((spot) => isSpot(spot, ids, troubles)) &&
    Object.entries(ends).every(([end, stops]) => {
      const called = idsOf(spots.filter(({ kind }) => kind === end));
      return stops.length === 1 && called.length === 1 && called[0] === stops[0];
    }) &&
    !leadsInACircle(spots)
  );
}

/** Whether some spots are left when those to which no other leads are taken away again and again. */
function leadsInACircle(spots) {
  const up = stepsUp(spots);
  const leading = turnedRound(up).map((below) => below.length);
  const free = [...up.keys()].filter((spot) => !leading[spot]);
  let left = spots.length;
  for (; free.length; left--) {
    for (const above of up[free.pop()]) if (--leading[above] === 0) free.push(above);
  }
  return left > 0;
}

/** The places in the list of the spots one step up from each. */
function stepsUp(spots) {
  const places = new Map(spots.map(({ id }, place) => [id, place]));
  return spots.map(({ up }) => up.map((id) => places.get(id)));
}

function turnedRound(up) {
  const down = up.map(() => []);
  up.forEach((steps, spot) => steps.forEach((above) => down[above].push(spot)));
  return down;
}

/** A mover has so many ways at most from any spot, up or down. */
function areFewWays({ spots, movers }) {
  const up = stepsUp(spots);
  return [up, turnedRound(up)].every((ahead) => areFew(ahead, movers));
}

function areFew(ahead, movers) {
  const farthest = Math.max(...Object.keys(movers).map(Number));
  let ways = ahead.map(() => 1);
  for (let far = 1; far <= farthest && ways.some(Boolean); far++) {
    ways = ahead.map((steps) => Math.min(steps.reduce((total, next) => total + ways[next], 0), MOST_WAYS + 1));
    if (Object.hasOwn(movers, far) && ways.some((each) => each > MOST_WAYS)) return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------------------
// SHA-256 and HMAC (FIPS 180-4, RFC 2104). Of their own, since a browser's are asynchronous, and are missing
// on a page that came by plain http.

const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text) => Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
const u32be = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);

function joined(...parts) {
  const whole = new Uint8Array(sum(parts.map((part) => part.length)));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The first 32 bits behind the point of the roots of the first primes: square roots of 8, cube roots of 64. */
function rootsOfPrimes(count, root) {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    if (!Array.from({ length: n - 2 }, (_, at) => at + 2).some((each) => n % each === 0)) found.push(((root(n) % 1) * 2 ** 32) | 0);
  }
  return found;
}

const START = rootsOfPrimes(8, Math.sqrt);
const ROUNDS = rootsOfPrimes(64, Math.cbrt);

export function sha256(message) {
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const state = Int32Array.from(START);
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let t = 0; t < 16; t++) w[t] = view.getInt32(block + 4 * t);
    compress(state, w);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setInt32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function compress(state, w) {
  for (let t = 16; t < 64; t++) {
    const a = w[t - 15];
    const b = w[t - 2];
    w[t] = w[t - 16] + w[t - 7] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[t] + w[t]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] += word;
  });
}

export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const masked = (mask) => block.map((byte) => byte ^ mask);
  return sha256(joined(masked(0x5c), sha256(joined(masked(0x36), message))));
}

// ---------------------------------------------------------------------------------------------------------
// The command line

const USAGE = "node audit.mjs FILE… [--key HEX] [--head N:HASH] [--level chain|seal|dice] [--json]";

/** Status 0 where every file is sound, 1 where one has a fault, 2 where the command is not one. */
async function main(words) {
  const asked = askedFor(words);
  if (asked.wrong) {
    console.error(`${asked.wrong}\n${USAGE}`);
    return 2;
  }
  let status = 0;
  for (const file of asked.files) {
    const verdict = { file, ...(await auditFile(file, asked)) };
    console.log(asked.json ? JSON.stringify(verdict) : told(verdict));
    if (!verdict.ok) status = 1;
  }
  return status;
}

function askedFor(words) {
  const asked = { files: [], keys: [], heads: [], level: "dice", json: false, wrong: "" };
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === "--json") asked.json = true;
    else if (!word.startsWith("--")) asked.files.push(word);
    else if (!setTo(asked, word, words[++at] ?? "")) asked.wrong ||= `not understood: ${word}`;
  }
  if (!asked.files.length) asked.wrong ||= "name a file";
  return asked;
}

function setTo(asked, word, value) {
  const head = /^(?:([1-9][0-9]{0,8}):)?([0-9a-f]{64})$/.exec(value);
  if (word === "--key" && isHash(value)) return asked.keys.push(value);
  if (word === "--head" && head) return asked.heads.push({ n: Number(head[1] ?? 0), hash: head[2] });
  if (word === "--level" && LEVELS.includes(value)) return (asked.level = value);
  return false;
}

/** One file. */
async function auditFile(file, asked) {
  const { readFile } = await import("node:fs/promises");
  let bytes;
  try {
    bytes = await readFile(file === "-" ? "/dev/stdin" : file);
  } catch (error) {
    const fault = new Fault("FILE", null, error.message);
    return reportOf(new Chain([]), { asked: asked.level, level: null, fails: "chain", fault, warnings: [] });
  }
  return audit(bytes, asked);
}

/** What a file says, as JSON in ASCII, so that it cannot steer a terminal. */
function plain(value) {
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A verdict for a person. */
function told(verdict) {
  const holds = verdict.level ? `holds up to level ${verdict.level}` : "holds at no level";
  const lines = [`${verdict.file}: ${holds}, ${verdict.records} records`];
  if (verdict.code) lines.push(`  fault     ${verdict.code}${verdict.line === null ? "" : ` at line ${verdict.line}`}: ${verdict.reason}`);
  if (verdict.expected !== null) lines.push(`  expected  ${plain(verdict.expected)}`);
  if (verdict.found !== null) lines.push(`  found     ${plain(verdict.found)}`);
  for (const { code, text } of verdict.warnings) lines.push(`  warning   ${code}: ${text}`);
  return lines.join("\n");
}

/** Whether this file is the program that runs, and not a part of another. */
async function isMain() {
  if (!inNode() || !process.argv[1]) return false;
  const [{ existsSync, realpathSync }, { pathToFileURL }] = [await import("node:fs"), await import("node:url")];
  const program = process.argv[1];
  return existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href;
}

if (await isMain()) process.exitCode = await main(process.argv.slice(2));
