// Package agent plays seats: it joins the rule systems with the search, runs fights between agents, and words what the
// search found as advice.
package agent
