// Determines which schemas become interfaces. These are objects with properties, and `allOf` of interfaces
// with at most one inline part. Two parts must not declare the same property differently.

import type { Declaration, ObjectSchema, Schema } from "@specwright/contract";
import { indexMember, propertyMembers, requiredMembers } from "./object-type.ts";
import { hasShape, isPlainObject, tellingParts } from "./telling-parts.ts";
import {
  isName,
  isSameType,
  type Member,
  type TypeExpression,
  typeName,
} from "./type-expression.ts";
import type { DeclaredType, TypeReader } from "./type-reader.ts";

type Interface = Extract<DeclaredType, { kind: "interface" }>;

/** Returns the interface for a schema; undefined if the schema must be an alias. */
export function declaredInterface(reader: TypeReader, schema: Schema): Interface | undefined {
  if (schema.kind === "boolean" || !isPlainObject(schema)) return undefined;
  if (schema.allOf === undefined) {
    if (schema.properties === undefined || schema.properties.size === 0) return undefined;
    return createInterface(reader, schema, []);
  }
  const parents: Declaration[] = [];
  const own: ObjectSchema[] = hasShape(schema) ? [schema] : [];
  for (const part of tellingParts(schema)) {
    const declaration = reader.declarationOf(part);
    if (declaration !== undefined && isPureReference(part, declaration)) parents.push(declaration);
    else if (part.kind === "schema" && part.allOf === undefined && isPlainObject(part))
      own.push(part);
    else return undefined;
  }
  const [body, ...others] = own;
  if (others.length > 0) return undefined;
  return createInterface(reader, body, [...new Set(parents)]);
}

function createInterface(
  reader: TypeReader,
  schema: ObjectSchema | undefined,
  parents: readonly Declaration[],
): Interface | undefined {
  const inherited = new Map<string, Member>();
  let index: TypeExpression | undefined;
  for (const parent of parents) {
    if (reader.isOpen(parent)) return undefined;
    const type = reader.declared(parent);
    if (type.kind !== "interface") return undefined;
    for (const [key, member] of type.allMembers) {
      const known = inherited.get(key);
      if (known !== undefined && !isSameMember(known, member)) return undefined;
      inherited.set(key, member);
    }
    if (type.index !== undefined && index !== undefined && !isSameType(type.index, index)) {
      return undefined;
    }
    index ??= type.index;
  }
  const members = schema === undefined ? [] : ownMembers(reader, schema, inherited);
  if (members === undefined) return undefined;
  // TypeScript assigns strings and numbers to an interface without members.
  if (parents.length + members.length === 0) return undefined;
  const allMembers = new Map(inherited);
  for (const member of members) if (member.key !== null) allMembers.set(member.key, member);
  const above = index;
  if (above !== undefined && ![...allMembers.values()].every((each) => fitsIndex(each, above))) {
    return undefined;
  }
  index ??= members.find(({ key }) => key === null)?.type;
  const types = parents.map((parent) => reader.use(parent.schema, "inside"));
  return { kind: "interface", parents: types, members, allMembers, ...(index && { index }) };
}

function ownMembers(
  reader: TypeReader,
  schema: ObjectSchema,
  inherited: ReadonlyMap<string, Member>,
): Member[] | undefined {
  const members: Member[] = [];
  for (const member of propertyMembers(reader, schema)) {
    const above = inherited.get(member.key ?? "");
    // A part can repeat an inherited property if the type is the same, to make it required, or to narrow a
    // string to a literal. For any other change, the type must be an intersection.
    if (above !== undefined && !isSameType(above.type, member.type) && !isTag(above, member))
      return undefined;
    if (above !== undefined && !above.optional && member.optional) continue;
    members.push(member);
  }
  for (const member of requiredMembers(reader, schema, [schema])) {
    const above = inherited.get(member.key ?? "");
    if (above === undefined) members.push(member);
    else if (above.optional) members.push({ ...above, optional: false });
  }
  const index = indexMember(reader, schema, members);
  if (index === undefined) return members;
  // The types of inherited members may not fit the index signature.
  return inherited.size > 0 ? undefined : [...members, index];
}

/** Reports whether the type of an index signature includes the type of a member. */
function fitsIndex({ optional, type }: Member, index: TypeExpression): boolean {
  if (isName(index, "unknown")) return true;
  const types = index.kind === "union" ? index.members : [index];
  const wanted = type.kind === "union" ? [...type.members] : [type];
  if (optional) wanted.push(typeName("undefined"));
  return wanted.every((each) => types.some((other) => isSameType(each, other)));
}

/**
 * Reports whether a required member is a string literal that the type of the inherited member includes.
 */
function isTag(above: Member, { optional, type }: Member): boolean {
  return (
    !optional && isName(above.type, "string") && type.kind === "name" && /^["']/.test(type.text)
  );
}

function isPureReference(schema: Schema, declaration: Declaration): boolean {
  return (
    schema === declaration.schema ||
    (schema.kind === "schema" && !hasShape(schema) && isReference(schema))
  );
}

function isReference(schema: ObjectSchema): boolean {
  return (
    schema.ref !== undefined &&
    schema.types === undefined &&
    schema.allOf === undefined &&
    schema.oneOf === undefined &&
    schema.anyOf === undefined &&
    schema.enum === undefined &&
    schema.const === undefined
  );
}

function isSameMember(a: Member, b: Member): boolean {
  return a.optional === b.optional && isSameType(a.type, b.type);
}
