// Writes JSON with the digits of numbers as Kraken sends them: `0.00100000`, and connection numbers
// beyond what a double can hold.

/** A number whose digits are to be written as they are. */
export interface Digits {
  readonly digits: string;
}

/** A value that can be written. Members that are undefined are left out. */
export type Writable =
  | string
  | number
  | boolean
  | null
  | Digits
  | readonly Writable[]
  | { readonly [member: string]: Writable | undefined };

/** Returns a value as JSON text. */
export function writeJson(value: Writable): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeJson).join(",")}]`;
  if (isDigits(value)) return value.digits;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${writeJson(member)}`],
  );
  return `{${members.join(",")}}`;
}

function isList(value: object): value is readonly Writable[] {
  return Array.isArray(value);
}

function isDigits(value: object): value is Digits {
  return "digits" in value && typeof value.digits === "string";
}
