// The checks that a user can relax, for a document that the user cannot change.

import type { Declaration, Schema } from "../model/schema.ts";
import { numberRange, stringFormat, stringFormats } from "../questions/value-form.ts";

/**
 * How a client checks a `format`. With `enforce`, it rejects an invalid value. With `report`, it reports
 * the value but returns it. With `annotation`, it does not check the format.
 */
export type FormatUse = "enforce" | "report" | "annotation";

/**
 * How formats are checked: one setting for all formats, one for each format, or one for each format and
 * schema. A schema is a component, such as `Order`, or a place, such as
 * `#/components/schemas/Order/properties/id`. `*` stands for all other formats or schemas.
 */
export type FormatUses =
  | FormatUse
  | Readonly<Record<string, FormatUse | Readonly<Record<string, FormatUse>>>>;

/** The checks to relax. */
export interface Relaxation {
  /**
   * How string formats are checked: `enforce`, `report` (a client reports an invalid value but returns it)
   * or `annotation` (no check). Can be set for all formats, for each format, or for each format and schema.
   *
   * @defaultValue `"enforce"`
   * @example
   * formats: { "date-time": "annotation", uuid: { "*": "report", Order: "enforce" } }
   */
  readonly formats?: FormatUses;
  /**
   * Whether enums that the server sends can have values that the document does not list. Their
   * types then allow any string.
   *
   * @defaultValue `false`
   * @example
   * openEnums: true
   */
  readonly openEnums?: boolean;
}

/** The key for all other formats or schemas. */
const OTHERS = "*";

/**
 * Reports whether a format can be relaxed. This requires that the format is checked, and that it applies
 * only to strings.
 */
export function isRelaxableFormat(name: string): boolean {
  return stringFormat(name)?.rule !== undefined && numberRange(name) === undefined;
}

/** Lists the formats that can be relaxed. */
export function relaxableFormats(): readonly string[] {
  return stringFormats().filter(isRelaxableFormat);
}

/** Lists the names of schemas in `formats`, except `*`. */
export function namedSchemas(formats: FormatUses): readonly string[] {
  if (typeof formats === "string") return [];
  const bySchema = Object.values(formats).flatMap((each) =>
    typeof each === "string" ? [] : Object.keys(each),
  );
  return [...new Set(bySchema)].filter((name) => name !== OTHERS);
}

/**
 * Returns how to check the format of a schema. If settings for several schemas apply, the innermost schema
 * wins. For the same schema, a setting for the format wins over `*`.
 */
export type FormatUseOf = (schema: Schema, format: string) => FormatUse;

/**
 * Creates the function that returns how to check the format of a schema. Pointers refer to the document
 * `file`.
 */
export function formatUseOf(
  formats: FormatUses,
  declarations: readonly Declaration[],
  file: string,
): FormatUseOf {
  const table = typeof formats === "string" ? { [OTHERS]: formats } : formats;
  const places = new Map(namedSchemas(formats).map((name) => [name, placeOf(name)]));

  function placeOf(name: string): string | undefined {
    if (name.startsWith("#")) return placeText(file, name.slice(1));
    const schema = declarations.find((each) => each.name === name)?.schema;
    return schema && placeText(schema.source.file, schema.source.pointer);
  }

  return (schema, format) => {
    const at = placeText(schema.source.file, schema.source.pointer);
    let use: FormatUse = "enforce";
    let length = -1;
    for (const name of [OTHERS, format]) {
      const entry = Object.hasOwn(table, name) ? table[name] : undefined;
      if (entry === undefined) continue;
      const bySchema = typeof entry === "string" ? { [OTHERS]: entry } : entry;
      for (const [named, each] of Object.entries(bySchema)) {
        const place = named === OTHERS ? "" : places.get(named);
        const isAround = place === "" || at === place || at.startsWith(`${place}/`);
        if (place === undefined || !isAround || place.length < length) continue;
        use = each;
        length = place.length;
      }
    }
    return use;
  };
}

function placeText(file: string, pointer: string): string {
  return `${file}#${pointer}`;
}
