// Values of parameters and headers are sent as text without a type. Therefore 1 and "1" are the same value,
// `null` cannot be sent, and a path parameter is never empty.

import type { ObjectSchema, Schema, TypeName } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { SchemaUse } from "./schema-use.ts";
import { restrictingKeywords, viewOf } from "./schema-view.ts";

type Place = SchemaUse["place"];

export function isSentAsText(place: Place): boolean {
  return place === "parameter" || place === "path parameter" || place === "header";
}

/**
 * Converts schemas to the schemas that a receiver of text applies. The first two schemas are the base and
 * the revision. A listed value gets a type of the other schemas if its text can be read as this type.
 */
export function asTexts(schemas: readonly Schema[], place: Place): readonly ObjectSchema[] {
  const views = schemas.map(viewOf);
  const unlisted = views.slice(0, 2).filter((each) => listedValues(each) === undefined);
  const types = new Set(unlisted.flatMap((each) => each.types ?? anyText));
  const items = views.flatMap((each) => each.items ?? []);
  const itemsAsTexts = items.length === views.length ? asTexts(items, place) : [];
  return views.map((each, index) => {
    const own = itemsAsTexts[index];
    return { ...asText(each, types, place), ...(own && { items: own }) };
  });
}

const anyText: readonly TypeName[] = ["string"];

function asText(view: ObjectSchema, types: ReadonlySet<TypeName>, place: Place): ObjectSchema {
  const { types: own, const: _, enum: __, ...rest } = view;
  const values = listedValues(view);
  if (values !== undefined) return { ...rest, enum: values.map((value) => readText(value, types)) };
  // Every text is a string, even if the text is also a number or a boolean.
  if (isAnyText(view))
    return { ...rest, types: ["string", "number", "boolean"], ...notEmpty(place) };
  const sent = own?.filter((type) => type !== "null");
  const isShort = (view.minLength ?? 0) < 1;
  return { ...view, ...(sent && { types: sent }), ...(isShort && notEmpty(place)) };
}

function notEmpty(place: Place): Pick<ObjectSchema, "minLength"> {
  return place === "path parameter" ? { minLength: 1 } : {};
}

/** Reports whether a schema accepts every text that is not empty. */
function isAnyText(view: ObjectSchema): boolean {
  const { types = anyText, minLength = 0 } = view;
  const others = restrictingKeywords(view).filter(
    (each) => each !== "types" && each !== "minLength",
  );
  return others.length === 0 && types.includes("string") && minLength < 2;
}

/** Reports whether the schema lists, for every given value, a value with the same text. */
export function listsTexts(schema: Schema, values: readonly JsonValue[]): boolean {
  const texts = new Set(listedValues(viewOf(schema))?.map(String));
  return values.every((value) => texts.has(String(value)));
}

/** Returns the values that a schema lists, without `null`. */
function listedValues(view: ObjectSchema): readonly JsonValue[] | undefined {
  const values = view.const === undefined ? view.enum : [view.const.value];
  return view.openEnum === true ? undefined : values?.filter((value) => value !== null);
}

/** Parses the text of a value as one of the given types. */
function readText(value: JsonValue, types: ReadonlySet<TypeName>): JsonValue {
  if (typeof value === "object" || (typeof value === "string" && types.has("string"))) return value;
  const text = String(value);
  if ((text === "true" || text === "false") && types.has("boolean")) return text === "true";
  if (!types.has("integer") && !types.has("number")) return text;
  const number = /^-?\d{16,}$/.test(text) ? BigInt(text) : Number(text);
  return String(number) === text ? number : text;
}
