package main

func Example() {
	main()
	// Output:
	// step 12, round 1: Gonta is out of the fight
	// step 16, round 1: Sute is out of the fight
	// step 23, round 1: Oyuki is out of the fight
	// step 55, round 2: Jubei the Cur is out of the fight
	// 55 steps, 4 fell, draw false
	// Masamune of the travellers has won
	// Tomoe of the travellers has won
}
