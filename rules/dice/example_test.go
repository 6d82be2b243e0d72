package dice_test

import (
	"fmt"

	"kokyu/rules/dice"
)

func ExampleParse() {
	e, err := dice.Parse("2d10+5 >= 14")
	if err != nil {
		fmt.Println(err)
		return
	}
	c := e.Chance(dice.Success)
	fmt.Println(e, "is", c, "=", c.Percent())
	// Output: 2d10+5 >= 14 is 18/25 = 72 %
}

func ExampleStream() {
	s := dice.Stream{Seed: 7, Name: "dice"}
	twoD10 := []int{10, 10}
	fmt.Println(s.Throw(12, twoD10)[0] == s.Throw(12, twoD10)[0])
	// Output: true
}
