package dice

// PoolMax is the most dice a pool may be written with, rolled or kept. More than ten are rarely meant, and what they become
// is R-RK-34.
const PoolMax = 30

const wantPool = "dice rolled and kept, as in 7k3+6"

// ParsePool reads the pool that text begins with, "7k3+6", and gives back how many of its characters that took, with the
// spaces behind. It neither explodes nor has an emphasis: whose dice they are decides that. Every error is an [*Error].
func ParsePool(text string) (pool Pool, used int, err error) {
	p := parser{text: text, runes: []rune(text)}
	p.next()
	pool, wrong := p.pool()
	if wrong != nil {
		return Pool{}, 0, wrong
	}
	return pool, p.col - 1, nil
}

// pool = number "k" number { ( "+" | "-" ) number }.
func (p *parser) pool() (pool Pool, err *Error) {
	if !p.isNumber() {
		return pool, p.fail(wantPool)
	}
	if pool.Roll, err = p.number("the number of dice rolled", p.col, 1, 0, PoolMax); err != nil {
		return pool, err
	}
	if p.token != "k" {
		return pool, p.fail(wantPool)
	}
	p.next()
	if !p.isNumber() {
		return pool, p.fail("the number of dice kept, as in 7k3")
	}
	if pool.Keep, err = p.number("the number of dice kept", p.col, 1, 0, PoolMax); err != nil {
		return pool, err
	}
	r := Roll{}
	for p.token == "+" || p.token == "-" {
		if err = p.modifier(&r); err != nil {
			return pool, err
		}
	}
	pool.Add = r.Mod
	return pool, nil
}
