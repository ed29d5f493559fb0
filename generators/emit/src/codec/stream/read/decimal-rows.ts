// Arrays marked `x-columns` in which every member of an item is a Decimal.

import { dereference, type ObjectSchema, type Schema } from "@specwright/contract";
import { hasOnly } from "../../schema/has-only.ts";
import { isPlainText } from "../match.ts";

/** A member of an item. It is a Decimal; `units` and `nanos` are the names of its two parts. */
export interface DecimalMember {
  readonly name: string;
  readonly units: string;
  readonly nanos: string;
  /** Whether both parts have the sign of the number. */
  readonly isSigned: boolean;
}

/**
 * Lists the members of an array's items. Returns undefined if the array is not marked, or if a member of an
 * item is not a Decimal.
 */
export function decimalRows(schema: Schema): readonly DecimalMember[] | undefined {
  const array = dereference(schema);
  if (array.kind === "boolean" || array.extensions.get("x-columns") !== true) return undefined;
  if (array.items === undefined || !hasOnly(array, ["types", "items"])) return undefined;
  const members: DecimalMember[] = [];
  for (const [name, member] of requiredMembers(array.items)) {
    const [units, nanos, more] = requiredMembers(member, "sameSign");
    if (units === undefined || nanos === undefined || more !== undefined) return undefined;
    if (!isUnits(units[1]) || !isNanos(nanos[1])) return undefined;
    const isSigned = member.sameSign !== undefined;
    members.push({ name, units: units[0], nanos: nanos[0], isSigned });
  }
  return members.length === 0 ? undefined : members;
}

type Member = readonly [name: string, schema: ObjectSchema];

/**
 * Lists the members of an object. Returns an empty list if a member is optional, or if a member name needs
 * escapes or is not ASCII.
 */
function requiredMembers(schema: Schema, also?: "sameSign"): readonly Member[] {
  const object = dereference(schema);
  if (object.kind === "boolean" || object.types?.[0] !== "object") return [];
  const known = ["types", "properties", "required", "additionalProperties"] as const;
  if (!hasOnly(object, also === undefined ? known : [...known, also])) return [];
  const { properties = new Map<string, Schema>(), required = [] } = object;
  const members: Member[] = [];
  for (const [name, property] of properties) {
    const member = dereference(property);
    if (member.kind === "boolean" || !required.includes(name) || !isPlainText(name)) return [];
    members.push([name, member]);
  }
  return members.length === required.length ? members : [];
}

function isUnits(schema: ObjectSchema): boolean {
  return schema.format === "int64" && hasOnly(schema, ["types", "format"]);
}

function isNanos(schema: ObjectSchema): boolean {
  const { types, minimum, maximum } = schema;
  return types?.[0] === "integer" && minimum === -999_999_999 && maximum === 999_999_999;
}
