/**
 * The headers of a request: Node's flat `rawHeaders` (name, value, name, value...), or values by
 * name.
 */
export type RequestHeaders =
  | readonly string[]
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The values of the three headers, or the reason why one is invalid. */
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

/** Finds the three headers in any letter case. A duplicate header is malformed. */
export function readUpgradeHeaders(headers: RequestHeaders): ReadUpgradeHeaders {
  const entries = headerEntries(headers);
  const found: Record<keyof typeof NAMES, string> = { accessKey: "", timestamp: "", signature: "" };
  for (const part of ["accessKey", "timestamp", "signature"] as const) {
    const name = NAMES[part];
    const values = entries.filter(([key]) => key.toUpperCase() === name).map(([, value]) => value);
    const [value] = values;
    if (value === undefined || value === "") {
      return { ok: false, code: "missing_header", detail: name };
    }
    if (values.length > 1) {
      return { ok: false, code: "malformed_header", detail: `${name} is given twice` };
    }
    found[part] = value;
  }
  return { ok: true, ...found };
}

function headerEntries(headers: RequestHeaders): [name: string, value: string][] {
  if (isFlat(headers)) {
    const entries: [string, string][] = [];
    for (let at = 0; at + 1 < headers.length; at += 2) {
      entries.push([headers[at] ?? "", headers[at + 1] ?? ""]);
    }
    return entries;
  }
  return Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = typeof value === "string" ? [value] : value;
    return values.map((one): [string, string] => [name, one]);
  });
}

function isFlat(headers: RequestHeaders): headers is readonly string[] {
  return Array.isArray(headers);
}
