import { dereference, type ObjectSchema, type Schema } from "@specwright/contract";
import { code, list, namesText } from "./text.ts";

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

/** Returns what an object or a list has inside: "with `id` and `name`"; empty if that is not said. */
export function insideText({ properties, items }: ObjectSchema): string {
  const names = [...(properties?.keys() ?? [])];
  const parts = [
    ...(names.length > 0 ? [namesText(names)] : []),
    ...(items === undefined ? [] : [`items of ${typeText(items)}`]),
  ];
  return parts.length === 0 ? "" : ` with ${parts.join(", ")}`;
}

/** Says what two schemas accept, for a sentence about them; empty if they look the same in short. */
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
  return left === right ? "" : `: it was ${left}, and is ${right}`;
}

/** Returns the values that a schema accepts in short: `` `string` with `maxLength` `5` ``. */
function shapeText(schema: ObjectSchema): string {
  if (schema.const !== undefined) return code(schema.const.value);
  if (schema.enum !== undefined) return someOf(schema.enum.map(code));
  const { oneOf, anyOf, allOf } = schema;
  const parts = limits.flatMap((keyword) => {
    const limit = schema[keyword];
    return limit === undefined ? [] : [`\`${keyword}\` ${code(limit)}`];
  });
  const type = `${typeText(schema)}${insideText(schema)}`;
  const whole = parts.length === 0 ? type : `${type} with ${parts.join(", ")}`;
  const union = [oneOf ?? anyOf ?? [], allOf ?? []].find((each) => each.length > 0);
  if (union === undefined) return whole;
  const kind = oneOf === undefined && anyOf === undefined ? "all of" : "one of";
  const branches = `${kind} ${someOf(union.map(typeText))}`;
  return schema.types === undefined && parts.length === 0 ? branches : `${whole}, ${branches}`;
}

/** Names a schema by what it refers to, or by its types. */
function typeText(schema: Schema): string {
  if (schema.kind === "schema" && schema.ref !== undefined) {
    return `\`${schema.ref.text.split("/").at(-1)}\``;
  }
  const target = dereference(schema);
  if (target.kind === "boolean") return target.value ? "anything" : "nothing";
  return target.types === undefined ? "anything" : list(target.types.map((each) => `\`${each}\``));
}

const mostShown = 5;

function someOf(texts: readonly string[]): string {
  const more = texts.length - mostShown;
  return list(more > 0 ? [...texts.slice(0, mostShown), `${more} more`] : texts);
}
