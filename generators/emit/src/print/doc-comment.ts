// Formats doc comments. Text from a document must not end the comment or begin a tag in it.

import { visibleText } from "@specwright/contract";
import { pointerTokens, type Source } from "@specwright/spec-loader";
import {
  concat,
  fill,
  group,
  hardline,
  indentBy,
  join,
  line,
  type Printable,
  softline,
} from "./printable.ts";

/** The content of a doc comment. */
export interface DocComment {
  /** Markdown of one paragraph. It is omitted if `text` starts with it. */
  readonly summary?: string | undefined;
  /** Markdown from the document, such as a `description`. */
  readonly text?: string | undefined;
  /** Further paragraphs, each wrapped separately. */
  readonly lines?: readonly string[];
  /** True, or the text that follows `@deprecated`. */
  readonly deprecated?: boolean | string | undefined;
  /** The location in the document that `@generated from` mentions. */
  readonly generatedFrom?: Source | undefined;
  /** The file that the header of the generated file names. `@generated from` omits this file name. */
  readonly document?: string;
  /** Whether a short comment is printed on the line of its declaration. */
  readonly beside?: boolean;
}

/**
 * Formats a doc comment and the newline after it; returns `""` if it has no content. A comment that fits is
 * on one line, and a longer comment is wrapped. The ends of comments, tags and control characters in the
 * text are escaped.
 */
export function docComment({
  summary = "",
  text = "",
  lines = [],
  deprecated,
  generatedFrom,
  document,
  beside = false,
}: DocComment): Printable {
  const body: Printable[] = [];
  const add = (paragraph: Printable | undefined): void => {
    if (paragraph === undefined) return;
    if (body.length > 0) body.push(hardline, hardline);
    body.push(paragraph);
  };
  if (!startsWith(text, summary)) add(formatProse(summary));
  add(formatProse(text));
  for (const each of lines) add(formatProse(each));
  const tags: Printable[] = [];
  if (typeof deprecated === "string" && deprecated.trim() !== "") {
    tags.push(fill(["@deprecated", ...splitWords(neutraliseText(deprecated))]));
  } else if (deprecated !== undefined && deprecated !== false) tags.push("@deprecated");
  if (generatedFrom !== undefined) {
    tags.push(fill(["@generated", "from", ...placeWords(generatedFrom, document)]));
  }
  if (tags.length > 0) add(join(hardline, tags));
  if (body.length === 0) return "";
  const comment = group("/**", indentBy(" * ", line, ...body), softline, " */");
  return concat([comment, beside ? " " : hardline]);
}

function startsWith(text: string, summary: string): boolean {
  const plain = (words: string): string => words.trim().replace(/[.!]$/, "").toLowerCase();
  return plain(text).startsWith(plain(summary));
}

/**
 * Formats a location as words: first the file, unless it is the main document, then each segment of the
 * pointer. The segments are spelled as in the document, so that a text search finds them.
 */
function placeWords({ file, pointer }: Source, document: string | undefined): string[] {
  const segments = pointerTokens(pointer) ?? [];
  const isKnown = file === document && segments.length > 0;
  return [...(isKnown ? [] : [file]), ...segments].flatMap((segment, index) => {
    const shown = splitWords(neutraliseText(segment));
    const named = shown.length === 0 ? ['""'] : shown;
    return index === 0 ? named : [">", ...named];
  });
}

/** Formats code for a doc comment, between more backticks than the code has in a row. */
export function codeSpan(code: string): string {
  const runs = code.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  return fence === "`" ? `\`${code}\`` : `${fence} ${code} ${fence}`;
}

/** Formats `// text` on one line, without a newline at the end. */
export function lineComment(text: string): Printable {
  return `// ${visibleText(text).replace(/\s+/g, " ").trim()}`.trimEnd();
}

// Types, methods and handlers often have the same description. The cache has a maximum size, because a
// process can generate repeatedly.
const knownProse = new Map<string, Printable>();
const maxKnownProse = 20_000;

/** Formats Markdown; returns undefined for an empty text. */
function formatProse(text: string): Printable | undefined {
  const known = knownProse.get(text);
  if (known !== undefined) return known;
  const lines = markdownLines(text);
  if (lines.length === 0) return undefined;
  if (knownProse.size >= maxKnownProse) knownProse.clear();
  const prose = join(hardline, lines);
  knownProse.set(text, prose);
  return prose;
}

// Matches a line that is not part of a paragraph: a fence, a table, a heading, a quote, a list item, or an
// indented code block.
const markup = /^\s*(?:```|~~~|\||[-*+#>]|\d+[.)])|^(?: {4}|\t)/;

/**
 * Splits Markdown into the lines to print. The lines of a paragraph are joined and then wrapped. Other
 * lines are printed unchanged.
 */
function markdownLines(text: string): Printable[] {
  if (text === "") return [];
  const out: Printable[] = [];
  let paragraph: string[] = [];
  let fenced = false;
  const flush = (): void => {
    if (paragraph.length > 0) out.push(fill(paragraph));
    paragraph = [];
  };
  for (const raw of neutraliseText(text).split("\n")) {
    const written = raw.trimEnd();
    if (!fenced && written !== "" && !markup.test(written)) {
      paragraph.push(...splitWords(written));
      continue;
    }
    const fence = /^\s*(?:```|~~~)/.test(written);
    if (fenced || fence || /^(?: {4}|\t)\s*\S/.test(written) || /^\s*\|/.test(written)) {
      flush();
      out.push(written);
      if (fence) fenced = !fenced;
    } else if (written === "") {
      flush();
      out.push("");
    } else {
      if (/^\s*(?:[-*+#>]|\d+[.)])/.test(written)) flush();
      paragraph.push(...splitWords(written));
    }
  }
  flush();
  while (out[0] === "") out.shift();
  while (out.at(-1) === "") out.pop();
  return out.filter((each, index) => each !== "" || out[index - 1] !== "");
}

function splitWords(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === "" ? [] : trimmed.split(/\s+/);
}

function neutraliseText(text: string): string {
  const visible = visibleText(text);
  if (!/[@*]/.test(visible)) return visible;
  return (
    visible
      .replace(/\*(?=\/)/g, "*\\")
      // Tools that read doc comments treat `@name` as a tag, unless it follows a letter or a digit, or is
      // at the start of a code span.
      .replace(/(?<![\p{L}\p{N}\\`])@/gu, "\\@")
  );
}
