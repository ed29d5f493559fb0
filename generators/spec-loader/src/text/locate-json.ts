// Finds places in JSON text by scanning it. Only containers on the path to a requested place are
// cached, so that a large document costs nothing until it has a problem.

/** The offsets of a member of a container. */
export interface Member {
  /** The start of the key; for an array element, the start of the value. */
  readonly keyAt: number;
  readonly valueAt: number;
}

/** Maps the members of a container by key, or by index as text. */
export type Members = ReadonlyMap<string, Member>;

/**
 * Creates a function that returns the offset of the deepest existing place for a list of tokens.
 * `seen` caches the members of known containers, by the offset of their opening bracket.
 */
export function createJsonLocator(
  text: string,
  seen: Map<number, Members>,
): (tokens: readonly string[]) => number {
  return (tokens) => {
    let at = skipSpace(text, 0);
    let found = at;
    for (const token of tokens) {
      let members = seen.get(at);
      if (members === undefined) {
        members = membersAt(text, at);
        seen.set(at, members);
      }
      const member = members.get(token);
      if (member === undefined) break;
      found = member.keyAt;
      at = member.valueAt;
    }
    return found;
  };
}

function membersAt(text: string, start: number): Members {
  const members = new Map<string, Member>();
  const opening = text[start];
  if (opening !== "{" && opening !== "[") return members;
  const closing = opening === "{" ? "}" : "]";
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] !== closing) {
    const keyAt = at;
    let key = String(members.size);
    if (opening === "{") {
      const end = stringEnd(text, at);
      key = keyText(text.slice(at, end));
      // A damaged text has no colon here; then the scan stops rather than guess.
      at = skipSpace(text, end);
      if (text[at] !== ":") break;
      at = skipSpace(text, at + 1);
    }
    members.set(key, { keyAt, valueAt: at });
    at = skipSpace(text, valueEnd(text, at));
    if (text[at] !== ",") break;
    at = skipSpace(text, at + 1);
  }
  return members;
}

/** Reads the text of a key with its quotes. */
export function keyText(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** Finds the first offset that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
    at += 1;
  }
}

/** Finds the offset after the string that starts at one. */
export function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 92) slashes += 1;
    at = quote + 1;
    if (slashes % 2 === 0) return at;
  }
}

function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case 34:
        at = stringEnd(text, at);
        if (depth === 0) return at;
        continue;
      case 123:
      case 91:
        depth += 1;
        break;
      case 125:
      case 93:
        // At depth 0 the bracket closes the container around a number or word.
        if (depth <= 1) return depth === 0 ? at : at + 1;
        depth -= 1;
        break;
      case 44:
        if (depth === 0) return at;
        break;
      default:
    }
    at += 1;
  }
  return at;
}
