package main

func Example() {
	main()
	// Output:
	// 2d10+5 >= 14
	//   success 18/25 = 72 %
	// 2d10+3 vs 2d10+5
	//   win 843/2500 = 33.7 %
	//   tie 633/10000 = 6.3 %
	//   lose 1199/2000 = 60 %
	// 2d10-1 >= 11
	//   success 9/20 = 45 %
	// tempo +3 vs +2 >= 1
	//   success 6/11 = 54.5 %
	// 7k3+6 >= 25
	//   success 11511057/12500000 = 92.1 %
	// tempo +3 vs +2 >=:18: the expression ends after >=; want a number, as in 2d10+5 >= 14
	// 2d10 > x:8: "x" does not fit here; want a number, as in 2d10+5 >= 14
	// 2d10 at least 12: 9/20
	// of 100 throws, 40 reach it with different faces and 5 with equal ones
}
