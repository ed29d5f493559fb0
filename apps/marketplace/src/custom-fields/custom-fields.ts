import { parseJson, stringifyJson } from "@specwright/runtime";

/** The custom fields of a user or a listing, by name, as JSON values. */
export type CustomValues = Readonly<Record<string, unknown>>;

export interface CustomFieldDeclaration {
  /** The schema of a value: JSON Schema 2020-12 without external references. */
  readonly schema: boolean | Readonly<Record<string, unknown>>;
  /**
   * Whether the field must be present when the resource is created, and cannot be cleared later.
   * Default false.
   */
  readonly required?: boolean;
  /**
   * Whether the field is public. Default false for users, true for listings. Other fields are
   * visible to the owner and
   * administrators, and for listings also to moderators.
   */
  readonly public?: boolean;
  /** Whether a moderator has to review a change of the field. Default false. */
  readonly moderated?: boolean;
  /** The users who may write it. Default `owner`. */
  readonly writableBy?: "owner" | "admin";
}

/** Declarations of custom fields by name. */
export type CustomFieldDeclarations = Readonly<Record<string, CustomFieldDeclaration>>;

const none: CustomValues = Object.freeze({});

/**
 * Parses stored custom fields.
 *
 * @throws Error if the text is not a JSON object.
 */
export function readCustomValues(text: string): CustomValues {
  if (text === "{}") return none;
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError("stored custom fields are not an object");
  }
  return Object.fromEntries(Object.entries(value));
}

/** Formats custom fields for storage, with exact integers. */
export function writeCustomValues(values: CustomValues): string {
  return stringifyJson(values);
}

/** Applies changes to values; `null` clears a field. */
export function changeCustomValues(values: CustomValues, changes: CustomValues): CustomValues {
  const kept = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept);
}
