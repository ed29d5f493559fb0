/**
 * Matches a path with a channel address such as `/rooms/{roomId}`. Returns the values of the parameters
 * without percent-encoding, or undefined if the path does not match. A value has at least one character and
 * no slash. A path with a segment `.` or `..` does not match.
 */
export function matchAddress(
  address: string,
  path: string,
): Readonly<Record<string, string>> | undefined {
  const { pattern, names } = compileAddress(address);
  const found = pattern.exec(path.replace(/^\/?/, "/"));
  // URL parsers remove such segments, even if they are percent-encoded.
  const hasDots = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
  if (found === null || hasDots) return undefined;
  const values: [string, string][] = [];
  for (const [at, name] of names.entries()) {
    const value = decodePercent(found[at + 1]);
    if (value === undefined || value === "") return undefined;
    values.push([name, value]);
  }
  return Object.fromEntries(values);
}

interface CompiledAddress {
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** The compiled addresses. Contracts have few of them, and every upgrade is compared with each. */
const compiled = new Map<string, CompiledAddress>();

function compileAddress(address: string): CompiledAddress {
  let known = compiled.get(address);
  if (known === undefined) {
    const [first = "", ...rest] = address.replace(/^\/?/, "/").split("{");
    const pieces = rest.map(
      (piece) => `([^/]+?)${escapePattern(piece.slice(piece.indexOf("}") + 1))}`,
    );
    known = {
      pattern: new RegExp(`^${escapePattern(first)}${pieces.join("")}$`),
      names: rest.map((piece) => piece.slice(0, piece.indexOf("}"))),
    };
    compiled.set(address, known);
  }
  return known;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function decodePercent(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
