/**
 * Matches a path against a channel address such as `/rooms/{roomId}`; returns the percent-decoded
 * values of its parameters, or undefined.
 */
export function matchAddress(
  address: string,
  path: string,
): Readonly<Record<string, string>> | undefined {
  const wanted = segmentsOf(address);
  const given = segmentsOf(path);
  if (wanted.length !== given.length) return undefined;
  const values: [string, string][] = [];
  for (const [at, segment] of wanted.entries()) {
    const text = given[at];
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      if (segment !== text) return undefined;
      continue;
    }
    const value = decode(text);
    if (value === undefined || value === "") return undefined;
    values.push([name, value]);
  }
  return Object.fromEntries(values);
}

function segmentsOf(path: string): readonly string[] {
  return (path.startsWith("/") ? path.slice(1) : path).split("/");
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
