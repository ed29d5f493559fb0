import { parseJson, stringifyJson } from "@specwright/runtime";

/** Holds the custom fields of a user or a listing, by name. Values are as JSON has them. */
export type CustomValues = Readonly<Record<string, unknown>>;

/** Declares one custom field (M8). */
export interface CustomFieldDeclaration {
  /** What a value must satisfy: JSON Schema 2020-12, without references to elsewhere. */
  readonly schema: boolean | Readonly<Record<string, unknown>>;
  /** Whether it must be there when the resource is created, and may not be cleared. Default false. */
  readonly required?: boolean;
  /** Whether others see it. Default false for users; listings show theirs to whoever sees them. */
  readonly public?: boolean;
  /** Whether a change of it has a listing moderated. Default false. */
  readonly moderated?: boolean;
  /** Who may write it. Default `owner`. */
  readonly writableBy?: "owner" | "admin";
}

/** Declares custom fields by their names. */
export type CustomFieldDeclarations = Readonly<Record<string, CustomFieldDeclaration>>;

const none: CustomValues = Object.freeze({});

/** Reads custom fields as they are stored. Throws for what is no JSON object. */
export function readCustomValues(text: string): CustomValues {
  if (text === "{}") return none;
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError("stored custom fields are no object");
  }
  return Object.fromEntries(Object.entries(value));
}

/** Writes custom fields to be stored, integers exact. */
export function writeCustomValues(values: CustomValues): string {
  return stringifyJson(values);
}

/** Lays changes over values: `null` clears. */
export function changeCustomValues(values: CustomValues, changes: CustomValues): CustomValues {
  const kept = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept);
}
