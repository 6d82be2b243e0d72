package strict_test

import (
	"fmt"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

func ExampleDecode() {
	type weapon struct {
		Name   string `yaml:"name" must:"be there" clean:"name"`
		Energy int    `yaml:"energy" limit:"1..9"`
	}
	var file struct {
		Weapons []weapon `yaml:"weapons"`
	}
	_, err := strict.Decode("weapons.yaml", []byte("weapons:\n  - name: katana\n    enrgy: 3\n  - name: yari\n    energy: 12\n"), &file)
	fmt.Println(err)
	// Output:
	// weapons.yaml:3:5: unknown key "enrgy": want one of name, energy; did you mean energy?
	// weapons.yaml:5:13: energy is 12: want a whole number from 1 to 9
}

func ExampleDocument_Problem() {
	var file struct {
		Weapons map[string]int `yaml:"weapons"`
	}
	doc, err := strict.Decode("bag.yaml", []byte("weapons:\n  katan: 2\n"), &file)
	if err != nil {
		fmt.Println(err)
		return
	}
	known := []string{"katana", "yari"}
	for name := range file.Weapons {
		p := doc.Problem(strict.Path{"weapons", strict.Key(name)}, fmt.Sprintf("unknown weapon %q", name), text.OneOf(name, known))
		fmt.Println(p.Pretty())
	}
	// Output:
	// bag.yaml:2:3: unknown weapon "katan": want one of katana, yari; did you mean katana?
	//     2 |   katan: 2
	//       |   ^
}
