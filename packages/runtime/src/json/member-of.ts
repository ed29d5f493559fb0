/**
 * Returns an own member of a value; undefined if the value is not an object or does not have the member.
 */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

/** Returns the member of a value at a path. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(memberOf, value);
}

/** Returns a copy of a value with a member at a path. */
export function withMember(value: unknown, path: readonly string[], member: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return member;
  const holder = typeof value === "object" && value !== null ? value : {};
  return { ...holder, [name]: withMember(memberOf(value, name), rest, member) };
}

// Finds the tag of a message in the first bytes of a frame, so that the frame is decoded only once. The
// `findTag` of stream/read differs: it looks ahead from the current position of a scan, in a text that is
// already decoded.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds the text of the first member with this name in a JSON object, without reading the rest. The
 * result is a guess: the text may be invalid JSON, and a later member with the same name would
 * replace this one. Returns undefined if the member is absent, is not a string, or contains escapes
 * or characters beyond ASCII.
 */
export function findTag(json: Uint8Array, name: string): string | undefined {
  let at = skipSpace(json, 0);
  if (json[at] !== 0x7b) return undefined;
  for (;;) {
    const start = skipSpace(json, at + 1);
    const end = json[start] === QUOTE ? endOfString(json, start) : undefined;
    if (end === undefined) return undefined;
    const colon = skipSpace(json, end);
    const value = skipSpace(json, colon + 1);
    if (json[colon] !== 0x3a) return undefined;
    if (isText(json, start + 1, end - 1, name)) return readPlainString(json, value);
    const after = endOfValue(json, value);
    if (after === undefined) return undefined;
    at = skipSpace(json, after);
    if (json[at] !== 0x2c) return undefined;
  }
}

function skipSpace(json: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = json[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at += 1;
  }
}

/** Returns the position after the closing quote. */
function endOfString(json: Uint8Array, start: number): number | undefined {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === QUOTE) return at + 1;
    if (json[at] === BACKSLASH) at += 1;
  }
  return undefined;
}

function endOfValue(json: Uint8Array, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    switch (json[at]) {
      case QUOTE: {
        const end = endOfString(json, at);
        if (end === undefined) return undefined;
        at = end - 1;
        break;
      }
      case 0x5b:
      case 0x7b:
        depth += 1;
        break;
      case 0x5d:
      case 0x7d:
        if (depth === 0) return at;
        depth -= 1;
        break;
      case 0x2c:
        if (depth === 0) return at;
        break;
      default:
    }
  }
  return undefined;
}

function isText(json: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let at = start; at < end; at += 1) {
    if (json[at] !== text.charCodeAt(at - start)) return false;
  }
  return true;
}

function readPlainString(json: Uint8Array, start: number): string | undefined {
  if (json[start] !== QUOTE) return undefined;
  let text = "";
  for (let at = start + 1; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) return text;
    if (byte === BACKSLASH || byte < 0x20 || byte > 0x7e) return undefined;
    text += String.fromCharCode(byte);
  }
  return undefined;
}
