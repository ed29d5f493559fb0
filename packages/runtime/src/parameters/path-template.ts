// Path templates such as `/listings/{listing_id}`. Servers match them against the path before it is
// decoded, so that an encoded slash never becomes a separator.

import { toWellFormed } from "../text/strings.ts";

/** A parsed path template. */
export interface PathTemplate {
  /** The names in braces, in order. */
  readonly names: readonly string[];
  /** Returns the raw texts of a path, or undefined if the template does not match it. */
  match(rawPath: string): ReadonlyMap<string, string> | undefined;
}

/**
 * A segment of a template: literals with names between them. It has one literal more than names.
 */
interface Segment {
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

/**
 * Returns a path in a form for comparisons. As in fetch, characters that a URL cannot contain are
 * percent-encoded. The hexadecimal digits of escapes are in upper case. Names in braces are kept.
 */
export function sentPath(path: string): string {
  if (/^[\w\-.~!$&'()*+,;=:@/]*$/.test(path)) return path;
  const pieces = toWellFormed(path).split(/(\{[^{}]*\})/);
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : encodedLiteral(piece))).join("");
}

function encodedLiteral(text: string): string {
  return text
    .replace(/[^\w\-.~!$&'()*+,;=:@/%]+/gu, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase());
}

/** Parses a path template. */
export function pathTemplate(template: string): PathTemplate {
  const segments = sentPath(template).split("/").map(parseSegment);
  return {
    names: segments.flatMap((segment) => segment.names),
    match(rawPath) {
      const raw = sentPath(rawPath).split("/");
      if (raw.length !== segments.length) return undefined;
      const found = new Map<string, string>();
      let index = 0;
      for (const segment of segments) {
        if (!matchSegment(segment, raw[index] ?? "", found)) return undefined;
        index += 1;
      }
      return found;
    },
  };
}

function parseSegment(text: string): Segment {
  const pieces = text.split(/\{([^{}]*)\}/);
  return {
    literals: pieces.filter((_, index) => index % 2 === 0),
    names: pieces.filter((_, index) => index % 2 === 1),
  };
}

/**
 * Matches each literal at its first possible position, in linear time. The text of a parameter must not be
 * empty.
 */
function matchSegment(segment: Segment, raw: string, found: Map<string, string>): boolean {
  const { literals, names } = segment;
  const head = literals[0] ?? "";
  if (names.length === 0) return raw === head;
  if (!raw.startsWith(head)) return false;
  let at = head.length;
  for (let index = 0; index < names.length; index += 1) {
    const literal = literals[index + 1] ?? "";
    const isLast = index === names.length - 1;
    const end = isLast ? raw.length - literal.length : raw.indexOf(literal, at + 1);
    if (end <= at || !raw.startsWith(literal, end)) return false;
    const name = names[index] ?? "";
    const text = raw.slice(at, end);
    // A name that occurs twice in a template must have the same value.
    if ((found.get(name) ?? text) !== text) return false;
    found.set(name, text);
    at = end + literal.length;
  }
  return true;
}
