// A module of its own: who builds kokyu does not build the tool that changes its rules.
module kokyu/rules/rulestest/mutate

go 1.26.0

require kokyu v0.0.0

require (
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace kokyu => ../../..
