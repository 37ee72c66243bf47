"""What a call found: numbers for programs, text and HTML for people."""
import html


class Answer(dict):
    """What was found, as `omega --json` writes it; `text` says it to people, `figure` is an SVG where there is one."""

    def __init__(self, text, data, rows=None, figure=None):
        super().__init__(data)
        self.text, self.figure, self._rows = text, figure, rows

    @property
    def rows(self):
        """The table as a list of dicts: of methods, heads, options or findings."""
        return self.get(self._rows, [])

    def __repr__(self):
        return self.text.rstrip("\n")

    def _repr_html_(self):
        sentences = [*self.get("input", {}).get("how", []), *self.get("said", [])]
        said = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in sentences)
        title = next((self[key] for key in ("title", "sequence", "model", "study") if self.get(key)), "")
        return f"<div><b>{html.escape(title)}</b>{self.figure or ''}{table(self.rows)}{said}</div>"


def table(rows):
    """Rows as an HTML table: columns of single values, without those in which there is none."""
    names = dict.fromkeys(name for row in rows for name in row)
    names = [name for name in names if any(is_single(row.get(name)) for row in rows)]
    if not names:
        return ""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(cell(row.get(name)) for name in names) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def is_single(value):
    return isinstance(value, (str, int, float))


def cell(value):
    if isinstance(value, float):
        return f'<td style="text-align:right">{value:.4g}</td>'
    return f"<td>{html.escape(str(value)) if is_single(value) else ''}</td>"
