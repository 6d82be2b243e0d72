package serve

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Import makes a fight with new links from a record, or from each record of a zip file that [Fights.Export] wrote. If a
// record fails, the fights before it stay and are returned with the error. whose names the client in the file queue.
func (f *Fights) Import(ctx context.Context, whose string, data []byte) (list []FightLinks, err error) {
	if !bytes.HasPrefix(data, []byte("PK")) { // with which every zip file begins, and no record
		b, err := f.importRecord(ctx, whose, data)
		return []FightLinks{b}, err
	}
	all, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, problem("the file of records is damaged: "+err.Error(), "a zip as it was written")
	}
	for _, file := range all.File {
		if !strings.HasSuffix(file.Name, recordExt) {
			continue
		}
		var b FightLinks
		record, err := unpack(file)
		if err == nil {
			b, err = f.importRecord(ctx, whose, record)
		}
		if err != nil {
			err := fmt.Errorf("%s, after %s: %w", text.Quote(file.Name), text.Count(len(list), "fight"), err)
			return list, codedError{err, CodeOf(err)}
		}
		list = append(list, b)
	}
	if len(list) == 0 {
		return nil, problem("the file has no records", "files that end in "+recordExt)
	}
	return list, nil
}

// unpack reads a record from a zip file. It stops at the size limit: the size that the file states is the
// sender's word, and a small file can unpack to gigabytes.
func unpack(file *zip.File) ([]byte, error) {
	r, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	record, err := io.ReadAll(io.LimitReader(r, fight.RecordBytesMax+1))
	if len(record) > fight.RecordBytesMax {
		return nil, problem("the record is too long", "at most 64 MiB")
	}
	return record, err
}

// importRecord makes a fight from a record. The record is replayed first: if it says that these rules wrote it, each
// step must come out as recorded, or somebody has changed it.
func (f *Fights) importRecord(ctx context.Context, whose string, record []byte) (FightLinks, error) {
	if err := f.mayOpen(); err != nil {
		return FightLinks{}, err
	}
	out, err := RunShort(ctx, f, whose, func() (FightLinks, error) { return f.checkImport(record) })
	if err != nil {
		return FightLinks{}, err
	}
	return f.keepFight(out, deskHead{Ask: true, Voice: Begin{}.voiceOrDefault()}, func(path string) error {
		return writeSynced(path, record)
	})
}

// checkImport checks a record and returns its fight, without links. A record whose last line is torn is refused:
// resuming the fight would cut it off.
func (f *Fights) checkImport(record []byte) (out FightLinks, err error) {
	rec, warnings, err := fight.ReadRecord("the record", bytes.NewReader(record))
	if err != nil {
		return out, err
	}
	if len(warnings) > 0 {
		return out, problem("the last line of the record is torn", "a whole one: kokyu fight --resume cuts it")
	}
	// A record from elsewhere may seat agents that this server refuses to its clients, see readAgent.
	for _, seat := range rec.Header.Seats {
		if _, err := session.Player(seat.Value, f.readAgent); err != nil {
			return out, fmt.Errorf("the record's seat %s: %w", text.Quote(seat.Name), err)
		}
	}
	begun, err := agent.Begin(rec)
	if err != nil {
		return out, err
	}
	if agent.RulesDifference(rec) == "" {
		switch diff, err := agent.FirstDifference(rec); {
		case err != nil:
			return out, err
		case diff != nil:
			return out, diff
		}
	}
	out = FightLinks{ID: newID(), Title: agent.Title(begun), System: rec.Header.System, Seed: rec.Header.Seed}
	for _, r := range begun.Roster() {
		out.Combatants = append(out.Combatants, Combatant{Name: r.Name, Side: r.Team})
	}
	return out, nil
}

// Export writes the records of all fights that can be read into a zip file, without links: these open fights here only.
func (f *Fights) Export(ctx context.Context, w io.Writer) error {
	list, err := f.List()
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	for _, b := range list {
		record, err := f.Record(ctx, FullAccess(b.ID))
		if errors.Is(err, fs.ErrNotExist) || CodeOf(err) == UnknownFight {
			continue // deleted meanwhile
		}
		if err != nil {
			return err
		}
		to, err := z.CreateHeader(&zip.FileHeader{Name: b.ID + recordExt, Method: zip.Deflate, Modified: b.Played})
		if err == nil {
			_, err = to.Write(record)
		}
		if err != nil {
			return err
		}
	}
	return z.Close()
}
