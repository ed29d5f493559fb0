// Reads patterns that were written for other regular expression dialects. Without the `u` flag, ECMA-262
// treats an unknown escape as the letter itself, so `\A` would match the letter "A".

/** A pattern, and what was translated in it. */
export interface PatternReading {
  /** The pattern for ECMA-262. Undefined if the pattern has no equivalent. */
  readonly pattern: string | undefined;
  /** The parts that were translated, in their original form. */
  readonly translated: readonly string[];
}

const known = new Map<string, PatternReading>();

/** Reads a pattern. Translates parts from other dialects if an exact equivalent exists. */
export function readPattern(pattern: string): PatternReading {
  let reading = known.get(pattern);
  if (reading === undefined) {
    reading = makeReading(pattern);
    known.set(pattern, reading);
  }
  return reading;
}

function makeReading(pattern: string): PatternReading {
  const delimited = literal.exec(pattern)?.groups;
  if (delimited !== undefined) {
    const { body = "", flags = "" } = delimited;
    const inner = /^[gu]*$/.test(flags) ? readPattern(body).pattern : undefined;
    return { pattern: inner, translated: ["/.../"] };
  }
  if (compilesPattern(pattern, "u")) return { pattern, translated: [] };
  const { text, translated } = translatePart(pattern);
  if (translated.length > 0 && compilesPattern(text, "u")) return { pattern: text, translated };
  if (compilesPattern(pattern, "") && !hasUnknownEscape(pattern))
    return { pattern, translated: [] };
  // For example, `\p{L}\-` is valid with the `u` flag if `\-` becomes `-`.
  return { pattern: compilesPattern(text, "u") ? text : undefined, translated: [] };
}

/**
 * A regular expression with slashes, as in JavaScript or PHP. As an ECMA-262 pattern, it would match
 * nothing, because a slash precedes `^` or follows `$`.
 */
const literal = /^\/(?<body>\^.*|.*[^\\]\$)\/(?<flags>[a-z]*)$/s;

/**
 * Matches an escape. The group `unknown` is a letter whose escape has no meaning in ECMA-262 without the
 * `u` flag.
 */
const escapes =
  /\\(?:[^a-zA-Z]|[dDwWsSbBnrtvf]|c[a-zA-Z]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|k<|(?<unknown>[a-zA-Z]))/gs;

function hasUnknownEscape(pattern: string): boolean {
  return [...pattern.matchAll(escapes)].some(({ groups }) => groups?.["unknown"] !== undefined);
}

function compilesPattern(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

/** Maps POSIX classes to the content of an equivalent character class. */
const posix: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: " \\t\\n\\r\\f\\v",
  blank: " \\t",
  punct: "!-\\/:-@\\[-`\\{-~",
  xdigit: "0-9a-fA-F",
  word: "\\w",
  cntrl: "\\x00-\\x1f\\x7f",
  print: " -~",
  graph: "!-~",
};

const horizontalSpace = "\\t\\u180e\\p{Zs}";

/** Matches the next part of a pattern. Only the named alternatives may need a translation. */
const part =
  /\\Q(?<quoted>.*?)(?:\\E|$)|\\x\{(?<code>[\da-fA-F]+)\}|\\(?<negation>[pP])(?:\{(?<property>\^?[\w=]+)\}|(?<letter>[A-Z]))|\\(?<escaped>.)|\[:(?<posix>[a-z]+):\]|\{,(?<most>\d+)\}|\(\?P<|\(\?P=(?<name>\w+)\)|./gsu;

function translatePart(pattern: string): {
  readonly text: string;
  readonly translated: readonly string[];
} {
  const translated = new Set<string>();
  let inClass = false;
  let text = "";
  for (const { 0: found, groups = {} } of pattern.matchAll(part)) {
    const equivalent = equivalentOf(found, groups, inClass);
    if (equivalent?.isForeign === true) translated.add(found);
    text += equivalent?.text ?? found;
    if (found === "[" && !inClass) inClass = true;
    else if (found === "]") inClass = false;
  }
  return { text, translated: [...translated] };
}

interface Equivalent {
  readonly text: string;
  readonly isForeign: boolean;
}

function equivalentOf(
  found: string,
  groups: Readonly<Record<string, string | undefined>>,
  inClass: boolean,
): Equivalent | undefined {
  const { quoted, code, negation = "p", property, letter, escaped, most, name } = groups;
  const foreign = (text: string): Equivalent => ({ text, isForeign: true });
  if (quoted !== undefined) return foreign(quoted.replace(/[\^$\\.*+?()[\]{}|/-]/g, hexEscape));
  if (code !== undefined) return foreign(`\\u{${code}}`);
  if (letter !== undefined) return foreign(`\\${negation}{${letter}}`);
  if (property !== undefined) return translateProperty(negation, property, inClass);
  if (escaped !== undefined) return translateEscape(escaped, inClass);
  if (groups["posix"] !== undefined) {
    const content = inClass ? posix[groups["posix"]] : undefined;
    return content === undefined ? undefined : foreign(content);
  }
  if (most !== undefined && !inClass) return foreign(`{0,${most}}`);
  if (found === "(?P<" && !inClass) return foreign("(?<");
  return name === undefined || inClass ? undefined : foreign(`\\k<${name}>`);
}

function hexEscape(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

function translateEscape(escaped: string, inClass: boolean): Equivalent | undefined {
  const foreign = (text: string): Equivalent => ({ text, isForeign: true });
  if (escaped === "a" || escaped === "e") return foreign(escaped === "a" ? "\\x07" : "\\x1b");
  if (escaped === "h") return foreign(inClass ? horizontalSpace : `[${horizontalSpace}]`);
  if (inClass) return plainEscape(escaped, /[\^$\\.*+?()[\]{}|/-]/);
  if (escaped === "A") return foreign("^");
  if (escaped === "z") return foreign("$");
  if (escaped === "Z") return foreign("(?=\\n?$)");
  return escaped === "H"
    ? foreign(`[^${horizontalSpace}]`)
    : plainEscape(escaped, /[\^$\\.*+?()[\]{}|/]/);
}

/**
 * Removes an unnecessary backslash before a character. With the `u` flag, such a backslash is a syntax
 * error.
 */
function plainEscape(escaped: string, syntax: RegExp): Equivalent | undefined {
  if (/[\p{L}\p{N}]/u.test(escaped) || syntax.test(escaped)) return undefined;
  return { text: escaped, isForeign: false };
}

/** Translates a Unicode property in the notation of Java and .NET: `IsLatin`, `IsAlphabetic`, `Alnum`. */
function translateProperty(
  negation: string,
  property: string,
  inClass: boolean,
): Equivalent | undefined {
  const name = property.replace(/^Is/, "");
  const forms = [property, `Script=${name}`, name].map((form) => `\\${negation}{${form}}`);
  const [own] = forms;
  const text = forms.find((form) => compilesPattern(form, "u"));
  if (text !== undefined) return { text, isForeign: text !== own };
  const content = posix[property.toLowerCase()];
  if (content === undefined || (inClass && negation === "P")) return undefined;
  const around = negation === "P" ? `[^${content}]` : `[${content}]`;
  return { text: inClass ? content : around, isForeign: true };
}
