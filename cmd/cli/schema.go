package cli

import (
	"maps"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schemas are by name the functions that make the JSON Schemas of what commands print with --json.
type Schemas map[string]func() (*jsonschema.Schema, error)

// SchemaOf makes the schema of a type.
func SchemaOf[T any]() (*jsonschema.Schema, error) { return jsonschema.For[T](nil) }

// Names returns the names of all schemas, sorted.
func (s Schemas) Names() []string { return slices.Sorted(maps.Keys(s)) }
