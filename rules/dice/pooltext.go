package dice

import "strings"

// PoolMax is the most dice a pool may be written with, rolled or kept. More than ten are rarely meant, and what they become
// is R-RK-34.
const PoolMax = 30

const wantPool = "dice rolled and kept, as in 7k3+6"

// ParsePool reads a pool, "7k3+6". It neither explodes nor has an emphasis: whose dice they are decides that. Every error is
// an [*Error].
func ParsePool(text string) (Pool, error) {
	pool, next, err := PoolAt(text, 1)
	if p := poolParser(text, next); err == nil && p.token != "" {
		return Pool{}, p.fail("the end of the pool")
	}
	return pool, err
}

// PoolAt reads the pool that begins at a column of a text, counted in characters from 1, and says at which what comes after
// it begins: one past the end if nothing does.
func PoolAt(text string, col int) (pool Pool, next int, err error) {
	p := poolParser(text, col)
	pool, wrong := p.pool()
	if wrong != nil {
		return Pool{}, 0, wrong
	}
	return pool, p.col, nil
}

func poolParser(text string, col int) *parser {
	p := &parser{text: text, runes: []rune(text)}
	p.pos = min(max(col-1, 0), len(p.runes))
	p.token = strings.TrimSpace(string(p.runes[:p.pos])) // for a message that the text ends after it
	p.next()
	return p
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
	pool.Add, err = p.mods()
	return pool, err
}
