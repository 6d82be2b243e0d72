package fight

// Disk is what a File needs of an *os.File.
type Disk = disk

// NewFileOn returns an empty record on a disk that tests control.
func NewFileOn(d Disk, name string) *File { return &File{disk: d, name: name} }

// Seal closes a line whose object lacks its last brace, for records no fight would write.
func Seal(body string, crc uint32) (string, uint32) {
	sum := lineCRC(crc, []byte(body+crcBefore+"00000000"+crcAfter+"\n"))
	return body + crcBefore + hex(sum) + crcAfter + "\n", sum
}

func hex(sum uint32) string {
	const digits = "0123456789abcdef"
	b := make([]byte, 8)
	for i := range b {
		b[i] = digits[sum>>(28-4*i)&15]
	}
	return string(b)
}
