// Command kokyu-tab is kokyu serve for one browser: WebAssembly that answers the pages of a site which kokyu site
// writes, in a thread of its own, and keeps the fights in that browser.
package main
