// The checks that a reader of another party's document can relax.

import type { Declaration, Schema } from "../model/schema.ts";
import { numberRange, stringFormat, stringFormats } from "../questions/value-form.ts";

/**
 * How a `format` is checked: a client refuses a value that violates it (`enforce`), returns the value and
 * reports the violation (`report`), or nothing checks it (`annotation`).
 */
export type FormatUse = "enforce" | "report" | "annotation";

/**
 * The uses of formats by their names, and of one format by schemas: a component, such as `Order`, or a
 * place, such as `#/components/schemas/Order/properties/id`. `*` stands for all others.
 */
export type FormatUses =
  | FormatUse
  | Readonly<Record<string, FormatUse | Readonly<Record<string, FormatUse>>>>;

/** The checks that are relaxed. */
export interface Relaxation {
  /**
   * How formats of strings are checked: `enforce`, `report` (a client returns the value and reports the
   * violation) or `annotation` (not at all). For all formats, by format, or by format and schema.
   *
   * @defaultValue `"enforce"`
   * @example
   * formats: { "date-time": "annotation", uuid: { "*": "report", Order: "enforce" } }
   */
  readonly formats?: FormatUses;
  /**
   * Whether enums that the server sends may have values that the document does not list. Their types
   * have any string besides the listed ones.
   *
   * @defaultValue `false`
   * @example
   * openEnums: true
   */
  readonly openEnums?: boolean;
}

/** Stands for every other format or schema. */
const OTHERS = "*";

/** Reports whether a format is checked of strings, and of nothing else, so that it can be relaxed. */
export function isRelaxableFormat(name: string): boolean {
  return stringFormat(name)?.rule !== undefined && numberRange(name) === undefined;
}

/** Lists the formats that can be relaxed. */
export function relaxableFormats(): readonly string[] {
  return stringFormats().filter(isRelaxableFormat);
}

/** Lists the schemas that uses of formats name, without `*`. */
export function namedSchemas(formats: FormatUses): readonly string[] {
  if (typeof formats === "string") return [];
  const bySchema = Object.values(formats).flatMap((each) =>
    typeof each === "string" ? [] : Object.keys(each),
  );
  return [...new Set(bySchema)].filter((name) => name !== OTHERS);
}

/**
 * Finds the use of the format of a schema. The nearest schema around it that is named counts before the
 * others, and a format that is named before `*`.
 */
export type FormatUseOf = (schema: Schema, format: string) => FormatUse;

/** Creates the function that finds the use of a format. `file` is the document that pointers are into. */
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
