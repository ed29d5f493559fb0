/**
 * Returns the line of a Handlebars parse error, counted from 1, and the syntax that the parser expected.
 */
export function parseFault(error: unknown): { readonly line: number; readonly what: string } {
  const message = error instanceof Error ? error.message : String(error);
  const [, opened, closed, at] = /^(.+) doesn't match (.+) - (\d+):\d+$/.exec(message) ?? [];
  if (opened !== undefined) {
    return { line: Number(at), what: `expected {{/${opened}}}, found {{/${closed}}}` };
  }
  const [, line = "1"] = /^(?:Parse|Lexical) error on line (\d+)/.exec(message) ?? [];
  const [, names = "", found = ""] = /^Expecting (.*), got '(\w+)'$/m.exec(message) ?? [];
  const expected = new Set(names.match(/\w+/g));
  return { line: Number(line), what: explainToken(expected, found) };
}

/**
 * Explains a parse error. `expected` are the tokens that the parser expected, under the names of the
 * Handlebars grammar.
 */
function explainToken(expected: ReadonlySet<string>, found: string): string {
  const isOutside = expected.has("EOF");
  if (found === "EOF" && expected.has("OPEN_ENDBLOCK")) {
    return "expected {{/if}} or {{/unless}} for an open block, found the end of the file";
  }
  if (found === "OPEN_ENDBLOCK" && isOutside) return "expected no {{/…}}, because no block is open";
  if (found === "INVERSE" || found === "OPEN_INVERSE_CHAIN") {
    return isOutside
      ? "expected no {{else}}, because no block is open"
      : "expected the end of the block, found another {{else}}";
  }
  if (expected.has("CLOSE")) return "expected }}";
  if (expected.has("CLOSE_UNESCAPED")) return "expected }}}";
  if (expected.has("ID")) return "expected the name of a variable and }}";
  return "expected a variable such as {{username}}, or {{#if VARIABLE}} with {{/if}}";
}
