// Package page writes a told fight for reading elsewhere: as an HTML page of one file, with charts of the chance to win
// and pictures of the field, as Markdown, as plain text, and as messages for Discord.
//
// Names and sentences are data: whatever they hold, they are words in the page and never markup.
package page
