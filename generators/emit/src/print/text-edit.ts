/** Replaces the text between two offsets; equal offsets insert. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Applies edits that do not overlap; edits at the same offset keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.from - b.edit.from || a.index - b.index);
  let out = "";
  let at = 0;
  for (const { edit } of ordered) {
    out += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return out + text.slice(at);
}

/** Finds the indentation of the line at an offset, and the line ending of the text. */
export function styleAt(text: string, offset: number): { indentation: string; eol: string } {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const indentation = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  return { indentation, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}
