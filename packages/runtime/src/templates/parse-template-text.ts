import { TemplateError } from "./template-error.ts";

/** How a placeholder changes the text of its value. */
export type TemplateFilter = "upper" | "lower" | "string";

/** A placeholder of a text. */
export interface Placeholder {
  readonly name: string;
  readonly filter?: TemplateFilter;
}

/** A piece of a text: literal, or a placeholder. */
export type TemplatePiece = string | Placeholder;

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_.-]*)(?:\|([a-z]*))?\}/y;
const FILTERS: readonly TemplateFilter[] = ["upper", "lower", "string"];

/**
 * Parses a text into literals and placeholders. `{{` is a literal `{`. Outside of a placeholder, `}` is a
 * literal.
 *
 * @throws TemplateError `template_syntax`.
 */
export function parseTemplateText(text: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let literal = "";
  let at = 0;
  while (at < text.length) {
    const brace = text.indexOf("{", at);
    literal += text.slice(at, brace === -1 ? text.length : brace);
    if (brace === -1) break;
    if (text[brace + 1] === "{") {
      literal += "{";
      at = brace + 2;
      continue;
    }
    PLACEHOLDER.lastIndex = brace;
    const [whole, name, filter] = PLACEHOLDER.exec(text) ?? [];
    if (whole === undefined || name === undefined) throw syntaxError(text, brace);
    if (literal !== "") pieces.push(literal);
    literal = "";
    pieces.push(filter === undefined ? { name } : { name, filter: knownFilter(filter) });
    at = brace + whole.length;
  }
  if (literal !== "") pieces.push(literal);
  return pieces;
}

function knownFilter(text: string): TemplateFilter {
  const filter = FILTERS.find((known) => known === text);
  if (filter !== undefined) return filter;
  throw new TemplateError(
    "template_syntax",
    `Unknown filter |${text}. Filters: ${FILTERS.map((known) => `|${known}`).join(", ")}.`,
  );
}

function syntaxError(text: string, brace: number): TemplateError {
  const shown = text.slice(brace, brace + 20);
  return new TemplateError(
    "template_syntax",
    `The { before ${JSON.stringify(shown.slice(1))} does not begin a placeholder. Write {name}, or {{ for a brace.`,
  );
}
