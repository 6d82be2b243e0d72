package web

import (
	"io"
	"net/http"

	"kokyu/agent/serve"
)

// recordsMax is the largest upload of records in bytes, the limit that the server has for every request.
const recordsMax = 1 << 20

// takeRecords sends the owner the records of all fights in one zip file.
func (p *Pages) takeRecords(w http.ResponseWriter, r *http.Request) error {
	if !p.isOwner(r) {
		return noPage()
	}
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="kokyu-fights.zip"`)
	return p.fights.All(r.Context(), w)
}

// bringRecords makes fights of the records that the owner uploads.
func (p *Pages) bringRecords(w http.ResponseWriter, r *http.Request) error {
	if !p.isOwner(r) {
		return noPage()
	}
	r.Body = http.MaxBytesReader(w, r.Body, recordsMax)
	if err := r.ParseMultipartForm(recordsMax); err != nil {
		return serve.NewError(serve.TooLarge, "the files of records cannot be read", "at most 1 MB at a time: one record after the other, or a zip")
	}
	for _, head := range r.MultipartForm.File["records"] {
		file, err := head.Open()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(file)
		_ = file.Close() // only read
		if err == nil {
			_, err = p.fights.Bring(r.Context(), "pages", data)
		}
		if err != nil {
			return p.showStart(w, r, http.StatusUnprocessableEntity, startPage{Said: new(sentence(err))})
		}
	}
	return redirect(w, r, "/")
}
