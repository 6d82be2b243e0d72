module kokyu

go 1.26

require (
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/text v0.28.0
	pgregory.net/rapid v1.3.0
)
