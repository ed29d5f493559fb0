package main

import (
	"encoding/json"
	"testing"
)

func TestDecimal(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"units":0,"nanos":0}`, "0"},
		{`{"units":100,"nanos":0}`, "100"},
		{`{"units":0,"nanos":-500000000}`, "-0.5"},
		{`{"units":-24,"nanos":-849600000}`, "-24.8496"},
		{`{"units":9007199254740993,"nanos":1}`, "9007199254740993.000000001"},
		{`{"units":9223372036854775807,"nanos":999999999}`, "9223372036854775807.999999999"},
		{`{"units":-9223372036854775808,"nanos":-999999999}`, "-9223372036854775808.999999999"},
	} {
		var value decimal
		if err := json.Unmarshal([]byte(c.text), &value); err != nil {
			t.Fatal(err)
		}
		if value.String() != c.want {
			t.Errorf("%s: got %s, want %s", c.text, value, c.want)
		}
	}
}
