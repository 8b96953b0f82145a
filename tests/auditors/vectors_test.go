package main

// The conformance kit asked of audit.go: tests/auditors/test_conformance.py copies both into one folder and says where the kit is.

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// kit reads a file of the kit.
func kit(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(os.Getenv("SUMMITBOOK_KIT"), name))
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

type vector struct {
	Seed, Deal, Commitment, Key string
	Salts                       []string
	Words                       map[string][]uint64
	Dice                        map[string][]int64
	Uniform                     []int `json:"uniform_3_billion"`
	Shuffle                     []int `json:"shuffle_30"`
}

func TestFairness(t *testing.T) {
	var vectors []vector
	kit(t, "fairness.json", &vectors)
	for _, each := range vectors {
		draws := Draws{deal: each.Deal, seed: bytesOf(each.Seed), salts: each.Salts}
		key := draws.gameKey()
		words := func(label string) *Words { return &Words{key: key, prefix: append([]byte(label), 0)} }
		same(t, hexOf(key), each.Key)
		same(t, hexOf(sha([]byte("summitbook/commit/1\x00"), bytesOf(each.Seed))), each.Commitment)
		for label, expected := range each.Words {
			stream := words(label)
			for _, word := range expected {
				same(t, stream.next(), word)
			}
		}
		for label, expected := range each.Dice {
			for at, die := range words(label).dice(len(expected)) {
				same(t, die.(int64), expected[at])
			}
		}
		wide := words("test/rejection")
		for _, expected := range each.Uniform {
			same(t, wide.uniform(3_000_000_000), expected)
		}
		order := make([]any, len(each.Shuffle))
		for at := range order {
			order[at] = at
		}
		for at, card := range words("pile/movers/0").shuffle(order) {
			same(t, card.(int), each.Shuffle[at])
		}
	}
}

func TestCanonicalForm(t *testing.T) {
	var vectors struct {
		Sound   []struct{ Shows, Line, SHA256 string }
		Refused []struct{ Shows, Hex, Code string }
	}
	kit(t, "canonical.json", &vectors)
	for _, each := range vectors.Sound {
		value, err := decode([]byte(each.Line))
		if err != nil {
			t.Errorf("%s: %v", each.Shows, err)
			continue
		}
		same(t, string(encode(value)), each.Line)
		same(t, hexOf(sha([]byte(each.Line))), each.SHA256)
	}
	for _, each := range vectors.Refused {
		line, _ := hex.DecodeString(each.Hex)
		var bad *BadLine
		if _, err := decode(line); !errors.As(err, &bad) || bad.Code != each.Code {
			t.Errorf("%s: %v, not %s", each.Shows, err, each.Code)
		}
	}
}

func TestRecordsAndSeals(t *testing.T) {
	var vectors struct {
		Records []struct{ Hashed, Hash, Line string }
		Seal    struct {
			Key, Message, Signature, Line string
		}
	}
	kit(t, "records.json", &vectors)
	log := ""
	for _, each := range vectors.Records {
		same(t, hexOf(sha([]byte(each.Hashed))), each.Hash)
		log += each.Line + "\n"
	}
	seal := vectors.Seal
	same(t, ed25519.Verify(bytesOf(seal.Key), bytesOf(seal.Message), bytesOf(seal.Signature)), true)
	report := Audit([]byte(log+seal.Line+"\n"), Options{Level: levelSeal, Keys: []string{seal.Key}})
	same(t, report.Level, levelSeal)
	same(t, report.Sealed, true)
}

func TestContent(t *testing.T) {
	var vectors []struct {
		Game, Edition, SHA256 string
		Data                  json.RawMessage
	}
	kit(t, "content.json", &vectors)
	for _, each := range vectors {
		data, err := (&Reader{text: each.Data}).value(0)
		if err != nil {
			t.Fatal(err)
		}
		named := object{"edition": each.Edition, "sha256": each.SHA256}
		same(t, hexOf(sha(encode(data))), each.SHA256)
		shipped, _ := contentOf(object{"game": each.Game, "content": named})
		within(t, each.Game, shipped, data)
		named["data"] = data
		carried, _ := contentOf(object{"game": each.Game, "content": named})
		same(t, carried, data)
	}
}

// within: what the auditor knows of content must stand in it so; of cards it knows how many there are.
func within(t *testing.T, what string, part, whole any) {
	t.Helper()
	switch part := part.(type) {
	case object:
		for key, item := range part {
			within(t, key, item, at(whole, key))
		}
	case []any:
		same(t, len(part), len(list(whole)))
		for n, item := range part {
			if what != "cards" {
				within(t, what, item, list(whole)[n])
			}
		}
	default:
		same(t, part, whole)
	}
}

func same(t *testing.T, found, expected any) {
	t.Helper()
	if !reflect.DeepEqual(found, expected) {
		t.Errorf("%v, not %v", found, expected)
	}
}
