package main

import (
	"encoding/json"
	"os"
	"testing"
)

func TestSign(t *testing.T) {
	text, err := os.ReadFile("../../specs/vectors/signing/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Valid []struct {
			Name, Secret, Path, Timestamp, Signature string

			BrokerID  string `json:"broker_id"`
			AccessKey string `json:"access_key"`
		}
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.Valid) == 0 {
		t.Fatal("there are no vectors")
	}
	for _, v := range vectors.Valid {
		signature, err := sign(v.Secret, v.BrokerID, v.AccessKey, v.Path, v.Timestamp)
		if err != nil || signature != v.Signature {
			t.Errorf("%s: got %s, %v, want %s", v.Name, signature, err, v.Signature)
		}
	}
}
