/**
 * Matches a path against a channel address such as `/rooms/{roomId}`; returns the percent-decoded
 * values of its parameters, or undefined. A parameter has at least one character, and no slash, and
 * no segment is `.` or `..`.
 */
export function matchAddress(
  address: string,
  path: string,
): Readonly<Record<string, string>> | undefined {
  const [first = "", ...rest] = address.replace(/^\/?/, "/").split("{");
  const names: string[] = [];
  const pieces = rest.map((piece) => {
    const end = piece.indexOf("}");
    names.push(piece.slice(0, end));
    return `([^/]+?)${escaped(piece.slice(end + 1))}`;
  });
  const pattern = new RegExp(`^${escaped(first)}${pieces.join("")}$`);
  const found = pattern.exec(path.replace(/^\/?/, "/"));
  // URL parsers resolve dot segments, even if they are percent-encoded.
  const hasDots = path.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  if (found === null || hasDots) return undefined;
  const values: [string, string][] = [];
  for (const [at, name] of names.entries()) {
    const value = decode(found[at + 1]);
    if (value === undefined || value === "") return undefined;
    values.push([name, value]);
  }
  return Object.fromEntries(values);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
