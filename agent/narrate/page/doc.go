// Package page writes a told fight for reading elsewhere: as an HTML page of one file, with the chance to win drawn over the
// fight and the field where places change, and as Markdown.
//
// Names and sentences are data: whatever they hold, they are words in the page and never markup.
package page
