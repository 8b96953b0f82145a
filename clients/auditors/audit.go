// An auditor of recorded games, whole in this one file: levels chain, seal and dice.
//
// It shares no code with the project and is written from its pages alone: docs/replay-format.md,
// docs/fairness.md, docs/content.md and docs/rules/. It needs Go 1.19 or newer and its own library:
//
//	go run audit.go game.replay.jsonl --key HEX --head N:HASH
//
// Level rules is not in here: that takes the rules of the games, and the project's own command.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	levelChain = "chain"
	levelSeal  = "seal"
	levelDice  = "dice"
	largest    = 1<<53 - 1
	deepest    = 64
	zeros      = "0000000000000000000000000000000000000000000000000000000000000000"
)

// Options are what a check is told beside the file. A head with N = 0 may be the hash of any record.
type Options struct {
	Level string
	Keys  []string
	Heads []Head
}

// Head is a receipt: a record's number and its hash.
type Head struct {
	N    int64
	Hash string
}

// Warning is something a check could not know.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Report is the verdict on a file: docs/replay-format.md, "The report".
type Report struct {
	OK         bool      `json:"ok"`
	Level      any       `json:"level"`
	Fails      any       `json:"fails"`
	Code       any       `json:"code"`
	Line       any       `json:"line"`
	Reason     string    `json:"reason"`
	Expected   any       `json:"expected"`
	Found      any       `json:"found"`
	Records    int64     `json:"records"`
	Game       string    `json:"game"`
	GameID     string    `json:"game_id"`
	Outcome    any       `json:"outcome"`
	Head       string    `json:"head"`
	Key        string    `json:"key"`
	Sealed     any       `json:"sealed"`
	Warnings   []Warning `json:"warnings"`
	SeedSource any       `json:"seed_source"`
}

// Fault is what is wrong with a file, and where: a code of docs/replay-format.md, "Fault codes".
type Fault struct {
	Level, Code, Reason string
	Line                any // the number, or nil
	Expected, Found     any
}

func (fault *Fault) Error() string { return fault.Code + ": " + fault.Reason }

// BadLine is why a line is no record: BAD_FORMAT, or NOT_CANONICAL with what the line says.
type BadLine struct {
	Code, Reason string
	Value        any
}

func (bad *BadLine) Error() string { return bad.Code + ": " + bad.Reason }

func badFormat(reason string) error { return &BadLine{Code: "BAD_FORMAT", Reason: reason} }

// Audit checks a file. Whatever that holds, it answers with a report.
func Audit(file []byte, options Options) Report {
	chain := newChain(options.Heads)
	report := Report{Warnings: []Warning{}}
	fault := report.check(chain, file, options)
	report.OK = fault == nil
	if fault != nil {
		report.Fails, report.Code, report.Line, report.Reason = fault.Level, fault.Code, fault.Line, fault.Reason
		report.Expected, report.Found = fault.Expected, fault.Found
	}
	report.describe(chain, options.Level)
	return report
}

// check goes through the levels as far as it is asked.
func (report *Report) check(chain *Chain, file []byte, options Options) *Fault {
	if fault := chain.read(file); fault != nil {
		return fault
	}
	report.Level = levelChain
	if options.Level != levelChain {
		warnings, fault := checkSeal(chain, options.Keys)
		if fault != nil {
			return fault
		}
		report.Level, report.Warnings = levelSeal, append(report.Warnings, warnings...)
	}
	if len(options.Heads) == 0 && chain.seal == nil {
		report.warn("NO_HEAD", "neither a seal nor a receipt ties this file to the game that was played")
	}
	if options.Level != levelDice {
		return nil
	}
	shown, fault := checkDice(chain)
	if fault != nil {
		return fault
	}
	if shown {
		report.Level = levelDice
	} else {
		report.warn("NO_SEED", "the seed is not revealed yet: checked up to the seal")
	}
	return nil
}

func (report *Report) warn(code, text string) {
	report.Warnings = append(report.Warnings, Warning{code, text})
}

func (report *Report) warns(code string) bool {
	for _, each := range report.Warnings {
		if each.Code == code {
			return true
		}
	}
	return false
}

// describe says what the file is, and what there is to know of its seal.
func (report *Report) describe(chain *Chain, asked string) {
	report.Records = chain.n
	if chain.n > 0 {
		report.Head = chain.hash
	}
	if chain.created != nil {
		report.Game, report.GameID = str(chain.created["game"]), str(chain.created["game_id"])
	}
	if chain.closed != nil {
		report.Outcome = chain.closed["outcome"]
	}
	if chain.seal != nil {
		report.Key = str(chain.seal["key"])
	}
	if report.Level == nil {
		return
	}
	report.SeedSource = chain.created["seed_source"]
	switch {
	case asked == levelChain:
	case report.warns("UNKNOWN_KEY"):
		report.Sealed = "unknown key"
	default:
		report.Sealed = report.Fails != levelSeal && !report.warns("NO_SEAL")
	}
}

// ------------------------------------------------------------------------------------------------
// Level chain: docs/replay-format.md, "Checking a file"

type object = map[string]any

// Record is one line of the log, its data still untyped.
type Record struct {
	Line int64
	Type string
	Data object
}

// Reveal is the seed of a shared deal, and the line that tells it.
type Reveal struct {
	Line       int64
	Deal, Seed string
}

// Chain takes a file line by line, and asks each the seven questions of the page.
type Chain struct {
	heads   map[int64][]string
	unmet   map[string]bool
	lines   int64
	n       int64
	hash    string
	records []Record
	created object
	closed  object
	reveal  *Reveal
	seal    object
}

func newChain(heads []Head) *Chain {
	chain := &Chain{heads: map[int64][]string{}, unmet: map[string]bool{}, hash: zeros}
	for _, head := range heads {
		if head.N == 0 {
			chain.unmet[head.Hash] = true
		} else {
			chain.heads[head.N] = append(chain.heads[head.N], head.Hash)
		}
	}
	return chain
}

func (chain *Chain) fault(code, reason string, shown ...any) *Fault {
	fault := &Fault{Level: levelChain, Code: code, Line: chain.lines, Reason: reason}
	if len(shown) == 2 {
		fault.Expected, fault.Found = shown[0], shown[1]
	}
	return fault
}

func (chain *Chain) read(file []byte) *Fault {
	for len(file) > 0 {
		chain.lines++
		end := bytes.IndexByte(file, '\n')
		if end < 0 {
			return chain.fault("TRUNCATED", "the last line has no line feed")
		}
		if fault := chain.judged(chain.take(file[:end])); fault != nil {
			return fault
		}
		file = file[end+1:]
	}
	return chain.end()
}

// judged makes a fault of this line out of what is wrong with it.
func (chain *Chain) judged(err error) *Fault {
	var bad *BadLine
	var fault *Fault
	switch {
	case errors.As(err, &bad):
		return chain.fault(bad.Code, bad.Reason)
	case errors.As(err, &fault):
		return fault
	}
	return nil
}

func (chain *Chain) take(line []byte) error {
	if chain.closed != nil || chain.seal != nil {
		return chain.takeLate(line)
	}
	value, err := decode(line)
	if err != nil {
		return err
	}
	if isTail(value) {
		return chain.takeTail(value.(object))
	}
	if !isRecord(value) {
		return badFormat("neither a record nor a reveal nor a seal in the right shape")
	}
	record := value.(object)
	if fault := chain.follow(record); fault != nil {
		return fault
	}
	return chain.note(record)
}

// follow asks questions 5 and 6: the number, the hash before, this one's hash, the receipt for this number.
func (chain *Chain) follow(record object) *Fault {
	n, hash := record["n"].(int64), str(record["hash"])
	if n != chain.n+1 {
		return chain.fault("GAP", "records are numbered without a gap", chain.n+1, n)
	}
	if record["prev"] != chain.hash {
		return chain.fault("BROKEN_CHAIN", "prev is not the hash of the record before", chain.hash, record["prev"])
	}
	body := object{}
	for key, item := range record {
		if key != "hash" {
			body[key] = item
		}
	}
	right := hexOf(sha(encode(body)))
	if hash != right {
		return chain.fault("BROKEN_CHAIN", "hash does not fit the record", right, hash)
	}
	sort.Strings(chain.heads[n])
	for _, expected := range chain.heads[n] {
		if expected != right {
			return chain.fault("BROKEN_CHAIN", "the log does not hold the expected head", expected, right)
		}
	}
	delete(chain.unmet, right)
	chain.n, chain.hash = n, right
	return nil
}

// note asks question 7: the events common to all games are part of the format.
func (chain *Chain) note(record object) error {
	kind, data := str(record["type"]), record["data"].(object)
	if (chain.n == 1) != (kind == "GameCreated") {
		return badFormat("the first record, and no other, is GameCreated")
	}
	if shape, common := commonEvents[kind]; common && !shape(data) {
		return badFormat("this is not what a " + kind + " holds")
	}
	switch kind {
	case "GameCreated":
		chain.created = data
	case "GameClosed":
		chain.closed = data
	}
	chain.records = append(chain.records, Record{chain.lines, kind, data})
	return nil
}

// takeLate judges what means to be a reveal or a seal as one; all else behind the last record is too much.
func (chain *Chain) takeLate(line []byte) error {
	value, err := decode(line)
	var bad *BadLine
	if errors.As(err, &bad) {
		if bad.Code == "NOT_CANONICAL" && isTail(bad.Value) || bad.Code == "BAD_FORMAT" && beginsAsTail(line) {
			return bad
		}
		return chain.stray()
	}
	if !isTail(value) {
		return chain.stray()
	}
	return chain.takeTail(value.(object))
}

func (chain *Chain) takeTail(value object) error {
	_, means := value["seal"]
	if means && !isSealLine(value) || !means && !isRevealLine(value) {
		return badFormat("neither a reveal nor a seal in the right shape")
	}
	waits := chain.closed != nil && chain.closed["seed"] == nil && chain.reveal == nil
	if chain.seal != nil || !means && !waits {
		return chain.stray()
	}
	if means {
		chain.seal = value["seal"].(object)
	} else {
		told := value["reveal"].(object)
		chain.reveal = &Reveal{chain.lines, str(told["deal"]), str(told["seed"])}
	}
	return nil
}

func (chain *Chain) stray() error {
	return chain.fault("AFTER_CLOSE", "nothing follows the last record but a reveal of a seed not yet shown, then a seal, each once")
}

// end asks whether the file is whole, and holds the receipts that name no number.
func (chain *Chain) end() *Fault {
	expected := int64(0)
	if chain.seal != nil {
		expected = chain.seal["events"].(int64)
	}
	for n := range chain.heads {
		if n > expected {
			expected = n
		}
	}
	if chain.n < expected {
		return chain.fault("TRUNCATED", "records are missing at the end", expected, chain.n)
	}
	if chain.closed == nil && chain.seal == nil {
		return chain.fault("TRUNCATED", "the log ends with neither GameClosed nor a seal")
	}
	if len(chain.unmet) == 0 {
		return nil
	}
	fault := chain.fault("BROKEN_CHAIN", "the log does not hold the expected head", keysOf(chain.unmet)[0], chain.hash)
	fault.Line = chain.n
	return fault
}

func isTail(value any) bool {
	found, ok := value.(object)
	_, reveal := found["reveal"]
	_, seal := found["seal"]
	return ok && (reveal || seal)
}

func beginsAsTail(line []byte) bool {
	return bytes.HasPrefix(line, []byte(`{"reveal"`)) || bytes.HasPrefix(line, []byte(`{"seal"`))
}

// ------------------------------------------------------------------------------------------------
// Canonical form: docs/replay-format.md, "Canonical form"

// decode reads the value on a line. encoding/json is no help: it takes repeated keys, floats, bad UTF-8 and more.
func decode(line []byte) (any, error) {
	if !utf8.Valid(line) {
		return nil, badFormat("not UTF-8")
	}
	reader := &Reader{text: line}
	value, err := reader.value(0)
	if err != nil {
		return nil, err
	}
	if reader.skip(); reader.at < len(line) {
		return nil, reader.wrong()
	}
	if !bytes.Equal(encode(value), line) {
		return nil, &BadLine{"NOT_CANONICAL", "not written in canonical form", value}
	}
	return value, nil
}

// Reader reads JSON of the kind that records hold, however it is spaced and escaped.
type Reader struct {
	text []byte
	at   int
}

var (
	number  = regexp.MustCompile(`^(-?(?:0|[1-9][0-9]*))((?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)`)
	escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
	words   = map[string]any{"true": true, "false": false, "null": nil}
)

func (reader *Reader) wrong() error {
	return badFormat(fmt.Sprintf("not JSON from byte %d on", reader.at+1))
}

func (reader *Reader) skip() {
	for reader.at < len(reader.text) && strings.IndexByte(" \t\n\r", reader.text[reader.at]) >= 0 {
		reader.at++
	}
}

// takes steps over a mark, if that is what comes next.
func (reader *Reader) takes(mark byte) bool {
	reader.skip()
	if reader.at < len(reader.text) && reader.text[reader.at] == mark {
		reader.at++
		return true
	}
	return false
}

func (reader *Reader) value(depth int) (any, error) {
	reader.skip()
	for word, value := range words {
		if bytes.HasPrefix(reader.text[reader.at:], []byte(word)) {
			reader.at += len(word)
			return value, nil
		}
	}
	switch {
	case reader.takes('"'):
		return reader.string()
	case reader.takes('{'):
		return reader.object(depth + 1)
	case reader.takes('['):
		return reader.array(depth + 1)
	}
	return reader.integer()
}

func (reader *Reader) integer() (any, error) {
	found := number.FindSubmatch(reader.text[reader.at:])
	if found == nil {
		return nil, reader.wrong()
	}
	if len(found[2]) > 0 {
		return nil, badFormat("a number is not an integer")
	}
	value, err := strconv.ParseInt(string(found[1]), 10, 64)
	if err != nil || value < -largest || value > largest {
		return nil, badFormat("an integer has more than 53 bits")
	}
	reader.at += len(found[0])
	return value, nil
}

func (reader *Reader) array(depth int) (any, error) {
	found := []any{}
	if depth > deepest {
		return nil, badFormat("nested more than 64 deep")
	}
	if reader.takes(']') {
		return found, nil
	}
	for {
		item, err := reader.value(depth)
		if err != nil {
			return nil, err
		}
		found = append(found, item)
		if reader.takes(']') {
			return found, nil
		}
		if !reader.takes(',') {
			return nil, reader.wrong()
		}
	}
}

func (reader *Reader) object(depth int) (any, error) {
	found := object{}
	if depth > deepest {
		return nil, badFormat("nested more than 64 deep")
	}
	if reader.takes('}') {
		return found, nil
	}
	for {
		if err := reader.field(found, depth); err != nil {
			return nil, err
		}
		if reader.takes('}') {
			return found, nil
		}
		if !reader.takes(',') {
			return nil, reader.wrong()
		}
	}
}

func (reader *Reader) field(found object, depth int) error {
	if !reader.takes('"') {
		return reader.wrong()
	}
	key, err := reader.string()
	if err != nil {
		return err
	}
	if !isASCII(key) {
		return badFormat("a key is not ASCII")
	}
	if _, repeated := found[key]; repeated {
		return badFormat("a key is repeated")
	}
	if !reader.takes(':') {
		return reader.wrong()
	}
	found[key], err = reader.value(depth)
	return err
}

// string reads on behind the opening quote.
func (reader *Reader) string() (string, error) {
	var found []byte
	for reader.at < len(reader.text) {
		char := reader.text[reader.at]
		reader.at++
		switch {
		case char == '"':
			return string(found), nil
		case char < ' ':
			return "", reader.wrong()
		case char == '\\':
			escaped, err := reader.escape()
			if err != nil {
				return "", err
			}
			found = append(found, escaped...)
		default:
			found = append(found, char)
		}
	}
	return "", reader.wrong()
}

// escape reads on behind a backslash; two escapes may stand for one character.
func (reader *Reader) escape() ([]byte, error) {
	if reader.at == len(reader.text) {
		return nil, reader.wrong()
	}
	char := reader.text[reader.at]
	reader.at++
	if plain, known := escapes[char]; known {
		return []byte{plain}, nil
	}
	code, ok := reader.unit()
	if char != 'u' || !ok {
		return nil, reader.wrong()
	}
	if code < 0xD800 || code > 0xDFFF {
		return []byte(string(code)), nil
	}
	if bytes.HasPrefix(reader.text[reader.at:], []byte(`\u`)) {
		reader.at += 2
		low, ok := reader.unit()
		if ok && code < 0xDC00 && 0xDC00 <= low && low <= 0xDFFF {
			return []byte(string(0x10000 + (code-0xD800)<<10 + (low - 0xDC00))), nil
		}
	}
	return nil, badFormat("a lone surrogate is no text")
}

// unit reads four hex digits.
func (reader *Reader) unit() (rune, bool) {
	if len(reader.text) < reader.at+4 {
		return 0, false
	}
	code, err := hex.DecodeString(string(reader.text[reader.at : reader.at+4]))
	if err != nil {
		return 0, false
	}
	reader.at += 4
	return rune(binary.BigEndian.Uint16(code)), true
}

func encode(value any) []byte {
	switch value := value.(type) {
	case nil:
		return []byte("null")
	case bool:
		return strconv.AppendBool(nil, value)
	case int64:
		return strconv.AppendInt(nil, value, 10)
	case string:
		return encodeString(value)
	case []any:
		items := make([][]byte, len(value))
		for at, item := range value {
			items[at] = encode(item)
		}
		return enclosed('[', items, ']')
	case object:
		fields := make([][]byte, 0, len(value))
		for _, key := range keysOf(value) {
			fields = append(fields, append(append(encodeString(key), ':'), encode(value[key])...))
		}
		return enclosed('{', fields, '}')
	}
	panic(fmt.Sprintf("a %T has no place in a record", value))
}

func enclosed(front byte, items [][]byte, back byte) []byte {
	return append(append([]byte{front}, bytes.Join(items, []byte{','})...), back)
}

func encodeString(text string) []byte {
	short := map[byte]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}
	found := []byte{'"'}
	for _, char := range []byte(text) {
		if mark, known := short[char]; known {
			found = append(found, '\\', mark)
		} else if char < ' ' {
			found = append(found, fmt.Sprintf(`\u%04x`, char)...)
		} else {
			found = append(found, char)
		}
	}
	return append(found, '"')
}

// ------------------------------------------------------------------------------------------------
// Shapes: what a value must look like. Each is a question; an object has all its fields, and no others.

type shape func(any) bool
type fields map[string]shape

func isObject(value any) bool  { _, ok := value.(object); return ok }
func isInteger(value any) bool { _, ok := value.(int64); return ok }
func isString(value any) bool  { _, ok := value.(string); return ok }
func isBoolean(value any) bool { _, ok := value.(bool); return ok }

func isIn(from, to int64) shape {
	return func(value any) bool { n, ok := value.(int64); return ok && from <= n && n <= to }
}

func isLike(pattern string) shape {
	whole := regexp.MustCompile(`^(?:` + pattern + `)$`)
	return func(value any) bool { text, ok := value.(string); return ok && whole.MatchString(text) }
}

func isOneOf(names ...string) shape {
	return func(value any) bool {
		for _, each := range names {
			if value == each {
				return true
			}
		}
		return false
	}
}

func isNullOr(other shape) shape {
	return func(value any) bool { return value == nil || other(value) }
}

func isListOf(item shape) shape {
	return func(value any) bool {
		items, ok := value.([]any)
		for _, each := range items {
			ok = ok && item(each)
		}
		return ok
	}
}

func isMapTo(item shape) shape {
	return func(value any) bool {
		items, ok := value.(object)
		for _, each := range items {
			ok = ok && item(each)
		}
		return ok
	}
}

// isMadeOf: the second fields, where there are any, may be left out.
func isMadeOf(needed fields, optional ...fields) shape {
	return func(value any) bool {
		found, ok := value.(object)
		for key := range needed {
			_, there := found[key]
			ok = ok && there
		}
		for key, item := range found {
			is := needed[key]
			if is == nil && len(optional) > 0 {
				is = optional[0][key]
			}
			ok = ok && is != nil && is(item)
		}
		return ok
	}
}

var (
	isHash = isLike(`[0-9a-f]{64}`)
	isUUID = isLike(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	isHex  = isLike(`([0-9a-f]{2})*`)
	isDate = isLike(`[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))` +
		`T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z`)

	isCause      = isMadeOf(fields{"args": isObject, "by": isString, "command": isString, "id": isString, "seat": isNullOr(isInteger)})
	isRecord     = isMadeOf(fields{"at": isTime, "data": isObject, "hash": isHash, "n": isIn(1, largest), "prev": isHash, "type": isString}, fields{"cause": isCause})
	isRevealLine = isMadeOf(fields{"reveal": isMadeOf(fields{"deal": isUUID, "seed": isHash})})
	isSealLine   = isMadeOf(fields{"seal": isMadeOf(fields{"events": isIn(1, 1<<32-1), "head": isHash, "key": isHash, "signature": isLike(`[0-9a-f]{128}`)})})

	ofASeat      = isMadeOf(fields{"seat": isInteger})
	commonEvents = fields{
		"GameCreated": isMadeOf(fields{
			"format": isOneOf("summitbook-replay/1"), "game_id": isUUID, "game": isString, "rules": isInteger, "seats": isInteger,
			"content": isMadeOf(fields{"edition": isString, "sha256": isHash}, fields{"data": isObject}), "options": isObject,
			"deal": isUUID, "commitment": isHash, "seed_source": isOneOf("server", "given", "deal"),
		}, fields{"forked_from": isMadeOf(fields{"game_id": isUUID, "n": isIn(1, largest), "hash": isHash})}),
		"SeatTaken":    isMadeOf(fields{"seat": isInteger, "name": isString, "salt": isHex}),
		"SeatLeft":     ofASeat,
		"GameStarted":  isMadeOf(fields{}),
		"TurnTimedOut": ofASeat,
		"SeatRetired":  ofASeat,
		"HintTaken":    ofASeat,
		"GameClosed":   isMadeOf(fields{"outcome": isString, "seed": isNullOr(isHash)}),
	}
)

// isTime: there is no year 0.
func isTime(value any) bool { return isDate(value) && !strings.HasPrefix(str(value), "0000") }

// ------------------------------------------------------------------------------------------------
// Level seal: docs/replay-format.md, "The seal"

// checkSeal answers what could not be known of the seal.
func checkSeal(chain *Chain, keys []string) ([]Warning, *Fault) {
	if chain.seal == nil {
		return []Warning{{"NO_SEAL", "without a seal nothing ties down times, names and ids"}}, nil
	}
	events, head, key, signature := chain.seal["events"].(int64), str(chain.seal["head"]), str(chain.seal["key"]), str(chain.seal["signature"])
	wrong := func(code, reason string, shown ...any) ([]Warning, *Fault) {
		fault := chain.fault(code, reason, shown...)
		fault.Level = levelSeal
		return nil, fault
	}
	if events != chain.n || head != chain.hash {
		return wrong("BAD_SEAL", "the seal is that of another log", fmt.Sprintf("%d:%s", events, head), fmt.Sprintf("%d:%s", chain.n, chain.hash))
	}
	message := joined([]byte("summitbook/seal/1\x00"), bytesOf(head), u32be(uint32(events)))
	if !ed25519.Verify(bytesOf(key), message, bytesOf(signature)) {
		return wrong("BAD_SEAL", "the signature does not fit the key", nil, signature)
	}
	if len(keys) == 0 {
		return []Warning{{"UNKNOWN_KEY", "sealed with " + key + "; name the keys you trust to be sure whose it is"}}, nil
	}
	for _, trusted := range keys {
		if trusted == key {
			return nil, nil
		}
	}
	return wrong("UNKNOWN_KEY", "the seal's key is none of the trusted ones", nil, key)
}

// ------------------------------------------------------------------------------------------------
// Level dice: docs/fairness.md, and "Draws" on each game's page

// checkDice asks whether every draw shows what its label gives; false where no seed is shown yet.
func checkDice(chain *Chain) (bool, *Fault) {
	seed, where := chain.shown()
	hides := chain.closed == nil || chain.created["seed_source"] == "deal"
	if seed == "" && hides {
		return false, nil
	}
	wrong := func(reason string, shown ...any) (bool, *Fault) {
		fault := chain.fault("BAD_SEED", reason, shown...)
		fault.Level, fault.Line = levelDice, where
		return false, fault
	}
	if seed == "" {
		return wrong("the closing event does not reveal the seed")
	}
	commitment := hexOf(sha([]byte("summitbook/commit/1\x00"), bytesOf(seed)))
	if commitment != chain.created["commitment"] {
		return wrong("the seed does not fit the commitment", chain.created["commitment"], commitment)
	}
	if chain.reveal != nil && chain.reveal.Deal != chain.created["deal"] {
		return wrong("the seed is that of another deal", chain.created["deal"], chain.reveal.Deal)
	}
	content, reason := contentOf(chain.created)
	if content == nil {
		return false, &Fault{Level: levelDice, Code: "UNKNOWN_CONTENT", Line: int64(1), Reason: reason}
	}
	draws := newDraws(chain.created, content, seed)
	for _, record := range chain.records {
		if fault := draws.take(record); fault != nil {
			return false, fault
		}
	}
	return true, nil
}

// shown is the seed that the file shows, and the line for faults of it.
func (chain *Chain) shown() (string, int64) {
	switch {
	case chain.reveal != nil:
		return chain.reveal.Seed, chain.reveal.Line
	case chain.closed != nil && chain.closed["seed"] != nil:
		return str(chain.closed["seed"]), chain.n
	}
	return "", chain.n
}

// Draws takes the records of a log in order, and draws each roll and each shuffle again.
type Draws struct {
	deal    string
	seed    []byte
	game    Game
	content object
	salts   []string
	key     []byte
	first   map[string]Record
}

func newDraws(created, content object, seed string) *Draws {
	seats := created["seats"].(int64)
	if most := content["max_seats"].(int64); seats > most {
		seats = most
	}
	if seats < 0 {
		seats = 0
	}
	return &Draws{
		deal: str(created["deal"]), seed: bytesOf(seed), game: games[str(created["game"])], content: content,
		salts: make([]string, seats), first: map[string]Record{},
	}
}

func (draws *Draws) take(record Record) *Fault {
	switch record.Type {
	case "SeatTaken", "SeatLeft":
		if seat := record.Data["seat"].(int64); 0 <= seat && seat < int64(len(draws.salts)) {
			draws.salts[seat] = str(record.Data["salt"])
		}
	case "GameStarted":
		draws.key = draws.gameKey()
	default:
		if event, known := draws.game.events[record.Type]; known && record.Data["draw"] != nil {
			return draws.check(event, record)
		}
	}
	return nil
}

// gameKey is step 4 of the fairness page.
func (draws *Draws) gameKey() []byte {
	message := joined([]byte("summitbook/key/1\x00"), bytesOf(strings.ReplaceAll(draws.deal, "-", "")))
	for _, salt := range draws.salts {
		message = append(message, sha(bytesOf(salt))...)
	}
	return mac(draws.seed, message)
}

func (draws *Draws) check(event Event, record Record) *Fault {
	wrong := func(reason string) *Fault {
		return &Fault{Level: levelDice, Code: "WRONG_DRAW", Line: record.Line, Reason: reason, Found: record.Data}
	}
	label, data := str(record.Data["draw"]), record.Data
	switch {
	case event.shape == nil || !event.shape(data):
		return wrong("this is not what a " + record.Type + " holds")
	case draws.key == nil:
		return wrong("nothing is drawn before the game has started")
	case !isASCII(label):
		return wrong("a label is ASCII")
	}
	if _, named := draws.first[label]; !named {
		draws.first[label] = record
	}
	right := object{}
	for key, item := range data {
		right[key] = item
	}
	could := event.redraw(right, &Draw{
		words: &Words{key: draws.key, prefix: append([]byte(label), 0)}, content: draws.content,
		seats: len(draws.salts), first: draws.first[label],
	})
	if could && bytes.Equal(encode(right), encode(data)) {
		return nil
	}
	fault := wrong("not what its label draws")
	if could {
		fault.Expected = right
	}
	return fault
}

// Words are those of a label: step 5.
type Words struct {
	key, prefix, left []byte
	block             uint32
}

func (words *Words) next() uint64 {
	if len(words.left) == 0 {
		words.left = mac(words.key, joined(words.prefix, u32be(words.block)))
		words.block++
	}
	word := binary.BigEndian.Uint32(words.left)
	words.left = words.left[4:]
	return uint64(word)
}

// uniform is a number from 0 to n - 1, each as likely as any other: step 6.
func (words *Words) uniform(n int) int {
	limit := 1<<32 - (1<<32)%uint64(n)
	word := words.next()
	for word >= limit {
		word = words.next()
	}
	return int(word % uint64(n))
}

// dice are so many six-sided dice: step 7.
func (words *Words) dice(count int) []any {
	values := make([]any, count)
	for at := range values {
		values[at] = int64(1 + words.uniform(6))
	}
	return values
}

// shuffle puts the items in a shuffled order, the front drawn first: step 8.
func (words *Words) shuffle(items []any) []any {
	shuffled := append([]any{}, items...)
	for i := len(shuffled) - 1; i > 0; i-- {
		j := words.uniform(i + 1)
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	}
	return shuffled
}

// ------------------------------------------------------------------------------------------------
// The games: docs/rules/, "Events" and "Draws" of each page

// Game is what draws need of a game. Of events that draw nothing the names are enough: a draw in one of them is wrong.
type Game struct {
	sha256   string // of the edition that ships
	shipped  string // of its content, only what draws need
	playable func(object) bool
	events   map[string]Event
}

// Event has its shape, and a way to put into it what its draw says; false where no draw could show what it says.
type Event struct {
	shape  shape
	redraw func(object, *Draw) bool
}

// Draw is all that a redraw may look at.
type Draw struct {
	words   *Words
	content object
	seats   int
	first   Record // of this log that named the label
}

// events of a game: those that draw, and the names of all others.
func events(drawing map[string]Event, others string) map[string]Event {
	for _, name := range strings.Fields(others) {
		drawing[name] = Event{}
	}
	return drawing
}

var (
	isFace   = isOneOf("pickaxe", "avalanche", "tent", "yeti")
	isColour = isOneOf("white", "light_blue", "dark_blue")
	isPile   = isOneOf("movers", "equipment")
	games    = map[string]Game{"everest1924": everest, "dicey_peaks": diceyPeaks, "mountaineering": mountaineering}
)

var everest = Game{
	sha256:   "023fc00a9260c64edfe39f021349ec705a7564dc44197de0f5115eae248ebfbe",
	shipped:  `{"max_seats":1}`,
	playable: isSheet,
	events: events(map[string]Event{
		"DiceRolled":   {isMadeOf(fields{"draw": isString, "turn": isInteger, "values": isListOf(isInteger)}), rollAgain},
		"DiceRerolled": {isMadeOf(fields{"draw": isString, "dice": isListOf(isInteger), "values": isListOf(isInteger)}), rollAgain},
	}, `ExpeditionStarted DiceCombined Ascended DieUnlocked Traversed Fell SummitReached PartyPerished ExpeditionAbandoned
		ExpeditionScored`),
}

func rollAgain(event object, draw *Draw) bool {
	event["values"] = draw.words.dice(len(list(event["values"])))
	return true
}

var diceyPeaks = Game{
	sha256: "1174ebc6e25c1fe9aca78371aa366af947c30c399eece0e24dd73dfcaf4a73a1",
	shipped: `{"max_seats":6,"dice":{
		"white":{"faces":["pickaxe","pickaxe","pickaxe","avalanche","tent","yeti"]},
		"light_blue":{"faces":["pickaxe","pickaxe","tent","tent","avalanche","yeti"]},
		"dark_blue":{"faces":["tent","tent","tent","pickaxe","avalanche","yeti"]}},
	"levels":[
		{"laid":6,"tiles":["forward_1","forward_1","forward_2","turn_over_2","oxygen_plus_1","oxygen_minus_1","back_1","nothing"]},
		{"laid":5,"tiles":["forward_1","forward_2","turn_over_2","oxygen_plus_1","oxygen_minus_1","back_1","down_left"]},
		{"laid":4,"tiles":["forward_1","turn_over_2","oxygen_plus_1","oxygen_minus_2","back_2","down_right"]},
		{"laid":3,"tiles":["forward_1","oxygen_minus_1","oxygen_minus_2","back_1","down_left"]}],
	"summit":{"tiles":["flag","false_summit","false_summit"]}}`,
	playable: isDiceyMountain,
	events: events(map[string]Event{
		"MountainBuilt": {isMadeOf(fields{"draw": isString, "first_seat": isInteger}), drawBeginner},
		"DiceRolled":    {isMadeOf(fields{"draw": isString, "dice": isListOf(isColour), "faces": isListOf(isFace)}), rollFaces},
		"TileTurned": {isMadeOf(fields{"draw": isString, "position": isInteger, "tile": isString, "place": isInteger}),
			turnTile},
		"SummitTileTurned": {isMadeOf(fields{"draw": isString, "tile": isInteger, "flag": isBoolean, "place": isInteger}),
			turnSummitTile},
	}, `TurnStarted IntentAnnounced DiceSetAside Busted Rested Climbed ClimberMoved OxygenChanged ClimbersFrightened
		ClimberStranded TurnEnded GameWon GameDrawn`),
}

func drawBeginner(event object, draw *Draw) bool {
	if draw.seats == 0 {
		return false
	}
	event["first_seat"] = int64(draw.words.uniform(draw.seats))
	return true
}

func rollFaces(event object, draw *Draw) bool {
	faces := []any{}
	for _, colour := range list(event["dice"]) {
		of := list(at(draw.content, "dice", str(colour), "faces"))
		faces = append(faces, of[draw.words.uniform(len(of))])
	}
	event["faces"] = faces
	return true
}

func turnTile(event object, draw *Draw) bool {
	place := event["position"].(int64) - 1
	for _, level := range list(draw.content["levels"]) {
		laid := at(level, "laid").(int64)
		if 0 <= place && place < laid {
			event["tile"], event["place"] = draw.words.shuffle(list(at(level, "tiles")))[place], place
			return true
		}
		place -= laid
	}
	return false
}

func turnSummitTile(event object, draw *Draw) bool {
	tiles, tile := list(at(draw.content, "summit", "tiles")), event["tile"].(int64)
	if tile < 0 || tile >= int64(len(tiles)) {
		return false
	}
	event["flag"], event["place"] = draw.words.shuffle(tiles)[tile] == "flag", tile
	return true
}

var mountaineering = Game{
	sha256: "de8ac9f9e1bf6a979d2722fe8decd8b980f436f814b26f8db1c7f241d7a0b9c0",
	shipped: `{"max_seats":6,"movers":{"1":20,"2":7,"3":3},
	"equipment":{"cards":[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[]]}}`,
	playable: isClimbersMountain,
	events: events(map[string]Event{
		"CardDrawn":      {isMadeOf(fields{"draw": isString, "seat": isInteger, "kind": isPile, "card": isString, "place": isInteger}), drawCard},
		"PileReshuffled": {isMadeOf(fields{"draw": isString, "kind": isPile, "cards": isListOf(isString)}), startShuffle},
	}, `ExpeditionSetOut ClimbBegun MarkerMoved SuppliesReached TroubleMet SentBack EquipmentPlayed EquipmentTakenBack
		TroubleOvercome CardAbandoned CardDonated WhistleBlown DescentBegun TurnPassed ExpeditionEnded`),
}

// startShuffle: which cards a shuffle starts from the rules say, but there are no more than all.
func startShuffle(event object, draw *Draw) bool {
	return len(list(event["cards"])) <= len(cardsOf(draw.content, str(event["kind"])))
}

func drawCard(event object, draw *Draw) bool {
	cards := cardsOf(draw.content, str(event["kind"]))
	if draw.first.Type == "PileReshuffled" {
		cards = list(draw.first.Data["cards"])
	}
	place := event["place"].(int64)
	if place < 0 || place >= int64(len(cards)) {
		return false
	}
	event["card"] = draw.words.shuffle(cards)[place]
	return true
}

// cardsOf are all cards of a kind, by their ids, rising.
func cardsOf(content object, kind string) []any {
	count, letter := int64(len(list(at(content, "equipment", "cards")))), "e"
	if kind == "movers" {
		count, letter = sum(at(content, "movers").(object)), "m"
	}
	cards := make([]any, count)
	for n := range cards {
		cards[n] = fmt.Sprintf("%s%02d", letter, n+1)
	}
	return cards
}

// ------------------------------------------------------------------------------------------------
// Content: docs/replay-format.md, "Content", and docs/content.md for what a file may carry

const (
	largestContent = 262144
	mostTiles      = 99
	mostWays       = 1000
)

// contentOf is the content a game names, of what ships only that part which draws need; nil and why where it is not to be had.
func contentOf(created object) (object, string) {
	named := created["content"].(object)
	game, known := games[str(created["game"])]
	if !known {
		return nil, "there is no such game here"
	}
	data, carried := named["data"].(object)
	if !carried {
		if named["edition"] != "reconstructed" || named["sha256"] != game.sha256 {
			return nil, "no such edition with this hash ships, nor does the log carry it"
		}
		shipped, _ := (&Reader{text: []byte(game.shipped)}).value(0)
		return shipped.(object), ""
	}
	plain := encode(data)
	if len(plain) > largestContent || !game.playable(data) {
		return nil, "content.data is not what docs/content.md asks for"
	}
	if data["edition"] != named["edition"] || hexOf(sha(plain)) != named["sha256"] {
		return nil, "content.data is not what its edition and hash name"
	}
	return data, ""
}

// holds: for every game there are a name, an edition, and seats from 1; and what else its page asks for.
func holds(data object, game string, own fields) bool {
	own["game"], own["edition"], own["min_seats"], own["max_seats"] = isOneOf(game), isString, isInteger, isInteger
	return isMadeOf(own)(data) && 1 <= num(data["min_seats"]) && num(data["min_seats"]) <= num(data["max_seats"])
}

func isSheet(data object) bool {
	row := isMadeOf(fields{"first": isInteger, "squares": isInteger}, fields{"target": isInteger, "extra_die": isBoolean})
	legend := isMadeOf(fields{"name": isString}, fields{"score": isNullOr(isInteger), "feat": isString})
	if !holds(data, "everest1924", fields{"dice": isInteger, "max_dice": isInteger, "camps": isInteger, "rows": isListOf(row), "legends": isListOf(legend)}) {
		return false
	}
	rows := list(data["rows"])
	good := num(data["max_seats"]) == 1 && 1 <= num(data["dice"]) && num(data["dice"]) <= num(data["max_dice"]) &&
		num(data["max_dice"]) <= 6 && num(data["camps"]) >= 0 && len(rows) >= 2 && at(rows[0], "extra_die") != true
	for n, row := range rows {
		target := num(at(row, "target"))
		good = good && num(at(row, "first")) >= 0 && num(at(row, "squares")) >= 1 && target >= 0 && (target == 0) == (n == 0)
	}
	return good && fall(list(data["legends"]))
}

// fall: every legend but the last has a score, none higher than the one before.
func fall(legends []any) bool {
	for n, legend := range legends {
		score, last := at(legend, "score"), n == len(legends)-1
		if (score == nil) != last || n > 0 && !last && num(score) > num(at(legends[n-1], "score")) {
			return false
		}
	}
	return len(legends) > 0
}

var isTile = isLike(`(forward|back|oxygen_plus|oxygen_minus)_[1-9][0-9]?|down_left|down_right|turn_over_2|nothing`)

func isDiceyMountain(data object) bool {
	number := isIn(1, 99)
	colour := isMadeOf(fields{"count": isIn(0, 99), "faces": isListOf(isFace)})
	level := isMadeOf(fields{"level": number, "laid": isInteger, "tiles": isListOf(isTile)})
	if !holds(data, "dicey_peaks", fields{
		"oxygen_start": isInteger, "oxygen_max": number, "first_roll": number, "next_roll": number, "bust_avalanches": number,
		"bust_yetis": number, "dice": isMadeOf(fields{"white": colour, "light_blue": colour, "dark_blue": colour}),
		"levels": isListOf(level), "summit": isMadeOf(fields{"tiles": isListOf(isOneOf("flag", "false_summit"))}),
	}) {
		return false
	}
	return num(data["min_seats"]) >= 2 && num(data["max_seats"]) <= 6 && 0 <= num(data["oxygen_start"]) &&
		num(data["oxygen_start"]) <= num(data["oxygen_max"]) && areDice(data["dice"].(object), num(data["first_roll"])) &&
		areLevels(list(data["levels"])) && isSummit(list(at(data, "summit", "tiles")))
}

func areDice(colours object, first int64) bool {
	var count int64
	var shown []any
	for _, colour := range colours {
		if len(list(at(colour, "faces"))) == 0 {
			return false
		}
		if n := num(at(colour, "count")); n > 0 {
			count, shown = count+n, append(shown, list(at(colour, "faces"))...)
		}
	}
	return count >= first && has(shown, "pickaxe") && has(shown, "tent")
}

func isSummit(tiles []any) bool { return has(tiles, "flag") && len(tiles) <= mostTiles }

func areLevels(levels []any) bool {
	seen := []any{}
	for n, level := range levels {
		laid, tiles := num(at(level, "laid")), list(at(level, "tiles"))
		if laid < 1 || laid > int64(len(tiles)) || len(tiles) > mostTiles || n > 0 && laid >= num(at(levels[n-1], "laid")) {
			return false
		}
		if n == 0 && (has(tiles, "down_left") || has(tiles, "down_right")) {
			return false
		}
		seen = append(seen, at(level, "level"))
	}
	return len(levels) > 0 && differ(seen)
}

func isClimbersMountain(data object) bool {
	trouble := isMadeOf(fields{"name": isString}, fields{"needs": isListOf(isString), "back": isInteger, "reconstructed": isBoolean})
	spot := isMadeOf(fields{"id": isString, "kind": isOneOf("base", "path", "supply", "trouble", "summit"), "up": isListOf(isString)}, fields{"trouble": isInteger})
	return holds(data, "mountaineering", fields{
		"starting_cards": isInteger, "supply_draw": isInteger, "abandon_draw": isInteger, "movers": isMapTo(isInteger),
		"equipment": isMadeOf(fields{"cards": isListOf(isListOf(isString))}), "troubles": isMapTo(trouble), "spots": isListOf(spot),
	}) && num(data["max_seats"]) <= 6 && areCards(data) && areTroubles(data) && isPath(list(data["spots"]), data["troubles"].(object)) &&
		areFewWays(list(data["spots"]), data["movers"].(object))
}

var isNumber = isLike(`[1-9][0-9]{0,2}`)

func areCards(data object) bool {
	movers, cards := data["movers"].(object), list(at(data, "equipment", "cards"))
	for key, count := range movers {
		if !isNumber(key) || num(count) < 1 {
			return false
		}
	}
	whistles := 0
	for _, items := range cards {
		if has(list(items), "Whistle") {
			whistles += len(list(items))
		}
		if len(list(items)) == 0 || !differ(list(items)) {
			return false
		}
	}
	every := sum(movers) + int64(len(cards))
	drawn := isIn(1, every)
	return whistles <= 1 && isIn(1, 99)(sum(movers)) && isIn(1, 99)(int64(len(cards))) &&
		drawn(data["starting_cards"]) && drawn(data["supply_draw"]) && drawn(data["abandon_draw"])
}

func areTroubles(data object) bool {
	items := map[any]bool{}
	for _, card := range list(at(data, "equipment", "cards")) {
		note(items, list(card)...)
	}
	for key, trouble := range data["troubles"].(object) {
		needs, back := list(at(trouble, "needs")), num(at(trouble, "back"))
		if !isNumber(key) || back < 0 || (len(needs) == 0) == (back == 0) || !differ(needs) {
			return false
		}
		for _, item := range needs {
			if !items[item] {
				return false
			}
		}
	}
	return true
}

// isPath: one base camp below everything, one summit above, and no way round in a circle.
func isPath(spots []any, troubles object) bool {
	ids, ledTo := map[any]bool{}, map[any]bool{}
	for _, spot := range spots {
		note(ids, at(spot, "id"))
		note(ledTo, list(at(spot, "up"))...)
	}
	bases, summits := 0, 0
	for _, spot := range spots {
		id, kind, up, trouble := at(spot, "id"), at(spot, "kind"), list(at(spot, "up")), num(at(spot, "trouble"))
		_, known := troubles[strconv.FormatInt(trouble, 10)]
		if id == "" || (kind == "trouble") != (trouble != 0) || trouble != 0 && !known || !differ(up) {
			return false
		}
		for _, above := range up {
			if !ids[above] {
				return false
			}
		}
		if (kind == "base") != !ledTo[id] || (kind == "summit") != (len(up) == 0) {
			return false
		}
		if kind == "base" {
			bases++
		}
		if kind == "summit" {
			summits++
		}
	}
	return len(ids) == len(spots) && bases == 1 && summits == 1 && !leadInACircle(spots)
}

// leadInACircle: some spots are left when those to which no other leads are taken away again and again.
func leadInACircle(spots []any) bool {
	up := stepsUp(spots)
	leading, free, left := make([]int, len(up)), []int{}, len(up)
	for spot, below := range turnedRound(up) {
		if leading[spot] = len(below); len(below) == 0 {
			free = append(free, spot)
		}
	}
	for ; len(free) > 0; left-- {
		spot := free[len(free)-1]
		free = free[:len(free)-1]
		for _, above := range up[spot] {
			if leading[above]--; leading[above] == 0 {
				free = append(free, above)
			}
		}
	}
	return left > 0
}

// stepsUp are the places in the list of the spots one step up from each.
func stepsUp(spots []any) [][]int {
	places, up := map[any]int{}, make([][]int, len(spots))
	for place, spot := range spots {
		places[at(spot, "id")] = place
	}
	for place, spot := range spots {
		for _, above := range list(at(spot, "up")) {
			up[place] = append(up[place], places[above])
		}
	}
	return up
}

func turnedRound(up [][]int) [][]int {
	down := make([][]int, len(up))
	for spot, steps := range up {
		for _, above := range steps {
			down[above] = append(down[above], spot)
		}
	}
	return down
}

// areFewWays: a mover has so many ways at most from any spot, up or down.
func areFewWays(spots []any, movers object) bool {
	up := stepsUp(spots)
	return areFew(up, movers) && areFew(turnedRound(up), movers)
}

func areFew(ahead [][]int, movers object) bool {
	ways := make([]int, len(ahead))
	for spot := range ways {
		ways[spot] = 1
	}
	for far, left := 1, len(movers); left > 0; far++ {
		_, moves := movers[strconv.Itoa(far)]
		if moves {
			left--
		}
		next := make([]int, len(ahead))
		for spot, steps := range ahead {
			for _, above := range steps {
				next[spot] += ways[above]
			}
			if next[spot] > mostWays {
				if moves {
					return false
				}
				next[spot] = mostWays + 1
			}
		}
		ways = next
	}
	return true
}

// ------------------------------------------------------------------------------------------------
// Bytes and values

func sha(parts ...[]byte) []byte { digest := sha256.Sum256(joined(parts...)); return digest[:] }

func mac(key, message []byte) []byte {
	digest := hmac.New(sha256.New, key)
	digest.Write(message)
	return digest.Sum(nil)
}

func joined(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

func hexOf(bytes []byte) string { return hex.EncodeToString(bytes) }

// bytesOf text that is hex, as its shape has made sure.
func bytesOf(text string) []byte { bytes, _ := hex.DecodeString(text); return bytes }

func u32be(number uint32) []byte { return binary.BigEndian.AppendUint32(nil, number) }

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(char rune) bool { return char >= utf8.RuneSelf }) < 0
}

// str, num and list are what a value holds whose shape is known, and nothing where it is left out.
func str(value any) string { text, _ := value.(string); return text }
func num(value any) int64  { number, _ := value.(int64); return number }
func list(value any) []any { items, _ := value.([]any); return items }

// at is what stands inside at these keys, nil where nothing does.
func at(value any, keys ...string) any {
	for _, key := range keys {
		inside, _ := value.(object)
		value = inside[key]
	}
	return value
}

func has(items []any, wanted any) bool {
	for _, each := range items {
		if each == wanted {
			return true
		}
	}
	return false
}

func differ(items []any) bool {
	seen := map[any]bool{}
	note(seen, items...)
	return len(seen) == len(items)
}

func note(seen map[any]bool, items ...any) {
	for _, each := range items {
		seen[each] = true
	}
}

func sum(counts object) int64 {
	var total int64
	for _, each := range counts {
		total += num(each)
	}
	return total
}

func keysOf[T any](items map[string]T) []string {
	keys := make([]string, 0, len(items))
	for key := range items {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

// ------------------------------------------------------------------------------------------------
// The command line

const usage = "go run audit.go FILE… [--key HEX] [--head N:HASH] [--level chain|seal|dice] [--json]"

var head = regexp.MustCompile(`^(?:([1-9][0-9]{0,8}):)?([0-9a-f]{64})$`)

// Command is what was asked for.
type Command struct {
	Options
	files []string
	json  bool
}

// Status 0 where every file is sound, 1 where one has a fault, 2 where the command is not one.
func main() {
	command, err := understood(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s\n", err, usage)
		os.Exit(2)
	}
	status := 0
	for _, file := range command.files {
		report := auditFile(file, command.Options)
		if !report.OK {
			status = 1
		}
		if command.json {
			fmt.Println(asJSON(struct {
				File string `json:"file"`
				Report
			}{file, report}))
		} else {
			fmt.Println(told(file, report))
		}
	}
	os.Exit(status)
}

func understood(words []string) (Command, error) {
	command := Command{Options: Options{Level: levelDice}}
	for at := 0; at < len(words); at++ {
		word, value := words[at], ""
		if at+1 < len(words) {
			value = words[at+1]
		}
		switch {
		case word == "--json":
			command.json = true
		case !strings.HasPrefix(word, "--"):
			command.files = append(command.files, word)
		case !command.set(word, value):
			return command, fmt.Errorf("not understood: %s", word)
		default:
			at++
		}
	}
	if len(command.files) == 0 {
		return command, errors.New("name a file")
	}
	return command, nil
}

func (command *Command) set(word, value string) bool {
	kept := head.FindStringSubmatch(value)
	switch {
	case word == "--key" && isHash(value):
		command.Keys = append(command.Keys, value)
	case word == "--head" && kept != nil:
		n, _ := strconv.ParseInt(kept[1], 10, 64) // 0 where no number is named
		command.Heads = append(command.Heads, Head{n, kept[2]})
	case word == "--level" && isOneOf(levelChain, levelSeal, levelDice)(value):
		command.Level = value
	default:
		return false
	}
	return true
}

// auditFile checks one file.
func auditFile(file string, options Options) Report {
	bytes, err := contentsOf(file)
	if err != nil {
		return Report{Fails: levelChain, Code: "FILE", Reason: err.Error(), Warnings: []Warning{}}
	}
	return Audit(bytes, options)
}

func contentsOf(file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(file)
}

func asJSON(value any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// plain is what a file says as JSON in ASCII, so that it cannot steer a terminal.
func plain(value any) string {
	var text strings.Builder
	for _, unit := range utf16.Encode([]rune(asJSON(value))) {
		if ' ' <= unit && unit <= '~' {
			text.WriteByte(byte(unit))
		} else {
			fmt.Fprintf(&text, `\u%04x`, unit)
		}
	}
	return text.String()
}

// told is a verdict for a person.
func told(file string, report Report) string {
	level := "holds at no level"
	if report.Level != nil {
		level = fmt.Sprintf("holds up to level %v", report.Level)
	}
	lines := []string{fmt.Sprintf("%s: %s, %d records", file, level, report.Records)}
	if report.Code != nil {
		place := ""
		if report.Line != nil {
			place = fmt.Sprintf(" at line %v", report.Line)
		}
		lines = append(lines, fmt.Sprintf("  fault     %v%s: %s", report.Code, place, report.Reason))
	}
	if report.Expected != nil {
		lines = append(lines, "  expected  "+plain(report.Expected))
	}
	if report.Found != nil {
		lines = append(lines, "  found     "+plain(report.Found))
	}
	for _, each := range report.Warnings {
		lines = append(lines, fmt.Sprintf("  warning   %s: %s", each.Code, each.Text))
	}
	return strings.Join(lines, "\n")
}
