import { parseJson, stringifyJson } from "@specwright/runtime";

/** The custom fields of a user or a listing, by name, as JSON values. */
export type CustomValues = Readonly<Record<string, unknown>>;

export interface CustomFieldDeclaration {
  /** The schema of the values: JSON Schema 2020-12 without external references. */
  readonly schema: boolean | Readonly<Record<string, unknown>>;
  /**
   * Whether the field must be present when the resource is created. A required field cannot be
   * cleared later. Default false.
   */
  readonly required?: boolean;
  /**
   * Whether all callers see the field. Default false for users, true for listings. If false, only
   * the owner and administrators see the field. Moderators also see the fields of listings.
   */
  readonly public?: boolean;
  /** Whether a moderator must review changes of the field. Default false. */
  readonly moderated?: boolean;
  /** The users who may write the field. Default `owner`. */
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

/** Applies changes to values. A change to `null` removes the field. */
export function changeCustomValues(values: CustomValues, changes: CustomValues): CustomValues {
  const kept = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept);
}
