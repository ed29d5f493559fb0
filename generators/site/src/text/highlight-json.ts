import { escapeText } from "@specwright/diff/changelog/text";

// Nearly all code in pages is JSON. One regular expression needs a quarter of the time of a general
// highlighter.
const word =
  /("(?:[^"\\\n]|\\.)*")(?=(\s*:)?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

/** Highlights JSON with the CSS classes of highlight.js. */
export function highlightJson(text: string): string {
  let written = "";
  let end = 0;
  for (const match of text.matchAll(word)) {
    const [whole, string, colon, number] = match;
    written += escapeText(text.slice(end, match.index));
    const kind =
      string === undefined
        ? number === undefined
          ? "literal"
          : "number"
        : colon === undefined
          ? "string"
          : "attr";
    written += `<span class="hljs-${kind}">${escapeText(whole)}</span>`;
    end = match.index + whole.length;
  }
  return written + escapeText(text.slice(end));
}
