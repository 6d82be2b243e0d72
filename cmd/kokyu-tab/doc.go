// Command kokyu-tab is kokyu serve for one browser: WebAssembly that answers the pages of a site which kokyu site
// writes, in a thread of its own, and keeps the fights in that browser.
//
// A page of the site starts the program in a worker. A service worker catches the requests of all other pages and sends
// them here as messages; files go to the browser through the object fs, as package os calls it.
//
//	main_js.go     where the program begins
//	requests_js.go requests of pages, and waiting for promises of JavaScript
//	files_js.go    the functions that package os calls for files
//	private_js.go  files in the browser's private files (OPFS)
//	database_js.go and in its database, where it has no private files
//	phones_js.go   connections to phones, and QR codes
package main
