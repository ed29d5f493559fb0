/**
 * The headers of a request: the flat `rawHeaders` of Node (name, value, name, value...), or an object of
 * values by name.
 */
export type RequestHeaders =
  | readonly string[]
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The values of the three headers, or why one of them is invalid. */
export type ReadUpgradeHeaders =
  | {
      readonly ok: true;
      readonly accessKey: string;
      readonly timestamp: string;
      readonly signature: string;
    }
  | {
      readonly ok: false;
      readonly code: "missing_header" | "malformed_header";
      readonly detail: string;
    };

const NAMES = {
  accessKey: "PRE-ACCESS-KEY",
  timestamp: "PRE-ACCESS-TIMESTAMP",
  signature: "PRE-ACCESS-SIGNATURE",
} as const;

type Part = keyof typeof NAMES;

const PARTS: ReadonlyMap<string, Part> = new Map([
  [NAMES.accessKey, "accessKey"],
  [NAMES.timestamp, "timestamp"],
  [NAMES.signature, "signature"],
]);

/**
 * Finds the three headers. The case of their names does not matter. A header that occurs twice is
 * malformed.
 */
export function readUpgradeHeaders(headers: RequestHeaders): ReadUpgradeHeaders {
  const found: Partial<Record<Part, string>> = {};
  const twice = new Set<Part>();
  for (const [name, value] of headerEntries(headers)) {
    const part = PARTS.get(name.toUpperCase());
    if (part === undefined) continue;
    if (found[part] === undefined) found[part] = value;
    else twice.add(part);
  }
  for (const part of PARTS.values()) {
    const detail = NAMES[part];
    if ((found[part] ?? "") === "") return { ok: false, code: "missing_header", detail };
    if (!twice.has(part)) continue;
    return { ok: false, code: "malformed_header", detail: `${detail} is given twice` };
  }
  const { accessKey = "", timestamp = "", signature = "" } = found;
  return { ok: true, accessKey, timestamp, signature };
}

function* headerEntries(headers: RequestHeaders): Iterable<readonly [name: string, value: string]> {
  if (isFlat(headers)) {
    for (let at = 0; at + 1 < headers.length; at += 2) {
      yield [headers[at] ?? "", headers[at + 1] ?? ""];
    }
    return;
  }
  for (const [name, value] of Object.entries(headers)) {
    for (const one of value === undefined ? [] : [value].flat()) yield [name, one];
  }
}

function isFlat(headers: RequestHeaders): headers is readonly string[] {
  return Array.isArray(headers);
}
