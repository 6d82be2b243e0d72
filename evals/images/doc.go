// Package images measures the shape check of images (package shape): how many honest ones of a vocabulary it was not made
// for it lets pass, and how many lies.
package images
