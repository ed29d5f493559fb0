import { dereference, type ObjectSchema, type Schema } from "@specwright/contract";
import { codeText, eitherText, firstItems, listText, namesText } from "./text.ts";

const limits = [
  "format",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
] as const;

/**
 * Returns the properties or items of a schema as text: " with `id` and `name`". The text is empty if the
 * schema declares none.
 */
export function insideText({ properties, items }: ObjectSchema): string {
  const names = [...(properties?.keys() ?? [])];
  const parts = [
    ...(names.length > 0 ? [namesText(names)] : []),
    ...(items === undefined ? [] : [`items of ${typeText(items)}`]),
  ];
  return parts.length === 0 ? "" : ` with ${parts.join(", ")}`;
}

/**
 * Returns the difference of two schemas as the last words of a sentence. Empty if the short texts of both
 * schemas are the same.
 */
export function sidesText(base: ObjectSchema, revision: ObjectSchema): string {
  const [before, after] = [base, revision].map((each) => [...(each.properties?.keys() ?? [])]);
  const added = (after ?? []).filter((name) => !base.properties?.has(name));
  const removed = (before ?? []).filter((name) => !revision.properties?.has(name));
  const isOfObjects = base.properties !== undefined && revision.properties !== undefined;
  if (isOfObjects && added.length + removed.length > 0) {
    const parts = [
      ...(added.length > 0 ? [`with ${namesText(added)}`] : []),
      ...(removed.length > 0 ? [`without ${namesText(removed)}`] : []),
    ];
    return `: ${parts.join(", and ")}`;
  }
  const [left, right] = [shapeText(base), shapeText(revision)];
  return left === right ? "" : `: it was ${left} and is now ${right}`;
}

/** Returns a short text about the values that a schema accepts: `` `string` with `maxLength` `5` ``. */
function shapeText(schema: ObjectSchema): string {
  if (schema.const !== undefined) return codeText(schema.const.value);
  if (schema.enum !== undefined) return listText(firstItems(schema.enum.map(codeText), mostShown));
  const { oneOf, anyOf, allOf } = schema;
  const parts = limitTexts(schema);
  const type = `${typeText(schema)}${insideText(schema)}`;
  const whole = parts.length === 0 ? type : `${type} with ${parts.join(", ")}`;
  const union = [oneOf ?? anyOf ?? [], allOf ?? []].find((each) => each.length > 0);
  if (union === undefined) return whole;
  const kind = oneOf === undefined && anyOf === undefined ? "all of" : "one of";
  const branches = `${kind} ${listText(firstItems(union.map(typeText), mostShown))}`;
  return schema.types === undefined && parts.length === 0 ? branches : `${whole}, ${branches}`;
}

function limitTexts(schema: ObjectSchema): readonly string[] {
  return limits.flatMap((keyword) => {
    const limit = schema[keyword];
    return limit === undefined ? [] : [`\`${keyword}\` ${codeText(limit)}`];
  });
}

/** Names a schema by the target of its reference, or else by its types. */
function typeText(schema: Schema): string {
  if (schema.kind === "schema" && schema.ref !== undefined) {
    return `\`${schema.ref.text.split("/").at(-1)}\``;
  }
  const target = dereference(schema);
  if (target.kind === "boolean") return target.value ? "anything" : "nothing";
  return target.types === undefined
    ? "anything"
    : eitherText(target.types.map((each) => `\`${each}\``));
}

const mostShown = 5;

/** Names an inline schema by its parts, by its tag, or by its properties. */
export function namelessText(schema: Schema): string {
  const target = dereference(schema);
  if (target.kind === "boolean") return `\`${target.value}\``;
  const values = target.const === undefined ? target.enum : [target.const.value];
  if (values !== undefined) return eitherText(firstItems(values.map(codeText), mostShown));
  if (target.types?.join() === "null") return "`null`";
  if ((target.anyOf ?? target.oneOf) !== undefined) return "a union";
  const parts = (target.allOf ?? []).flatMap((each) => (isReference(each) ? [typeText(each)] : []));
  if (parts.length > 0) return `a schema of ${listText(parts)}`;
  for (const [name, property] of fixedProperties(target)) {
    const tag = constantText(property);
    if (tag !== undefined) return `a schema with \`${name}\` ${tag}`;
  }
  const kind = target.types === undefined ? "a schema" : `a schema of ${typeText(target)}`;
  const limit = limitTexts(target);
  const needed = target.required ?? [];
  const isBare = target.properties === undefined && needed.length > 0;
  const inside = isBare ? ` that requires ${namesText(needed)}` : insideText(target);
  return `${kind}${inside}${limit.length > 0 ? ` with ${limit.join(", ")}` : ""}`;
}

/**
 * Returns the property, with its value, that distinguishes an alternative from all others: " (`kind`
 * `"a"`)".
 */
export function tagText(branch: Schema, others: readonly Schema[]): string {
  const properties = others.map(fixedProperties);
  for (const [name, property] of fixedProperties(branch)) {
    const tag = constantText(property);
    const isOwn = properties.every((each) => {
      const other = each.get(name);
      return other === undefined || ![undefined, tag].includes(constantText(other));
    });
    if (tag !== undefined && isOwn) return ` (\`${name}\` ${tag})`;
  }
  return "";
}

/** Lists the properties that every alternative of a schema declares with the same schema. */
function fixedProperties(schema: Schema): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  const seen = new Set([schema]);
  for (const each of seen) {
    if (each.kind === "boolean") continue;
    for (const [name, property] of each.properties ?? []) {
      if (!found.has(name)) found.set(name, property);
    }
    for (const part of [...(each.ref ? [each.ref.target] : []), ...(each.allOf ?? [])])
      seen.add(part);
  }
  return found;
}

/** Returns the value of a property if its schema allows only one value. */
function constantText(property: Schema): string | undefined {
  const target = dereference(property);
  if (target.kind === "boolean") return undefined;
  if (target.const !== undefined) return codeText(target.const.value);
  const [value, ...others] = target.enum ?? [];
  return value === undefined || others.length > 0 ? undefined : codeText(value);
}

function isReference(schema: Schema): boolean {
  return schema.kind === "schema" && schema.ref !== undefined;
}
