package strict

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// Encode is a value as a file for people: YAML, two spaces deep.
func Encode(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return out.Bytes(), enc.Close()
}
