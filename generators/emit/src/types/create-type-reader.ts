// Converts schemas to types: determines which declarations become interfaces, and the type of each
// schema.

import {
  type Contract,
  type Declaration,
  type Names,
  type ObjectSchema,
  type Problem,
  possibleTypes,
  type Schema,
  type SchemaReference,
} from "@specwright/contract";
import { typesDiagnostics } from "./diagnostics.ts";
import { indexMember, propertyMembers, requiredMembers } from "./object-type.ts";
import { schemaType } from "./schema-type.ts";
import { hasMembers, hasShape, isAnyObject, isPlainObject, tellingParts } from "./telling-parts.ts";
import {
  intersectionOf,
  isName,
  isSameType,
  type Member,
  neverType,
  type TypeExpression,
  typeName,
  unknownType,
} from "./type-expression.ts";
import type { DeclaredType, Position, TypeOptions, TypeOrigin, TypeReader } from "./type-reader.ts";

/** Creates the reader of a contract; problems are reported once each. */
export function createTypeReader(
  contract: Contract,
  names: Names,
  options: TypeOptions,
  report: (problem: Problem) => void,
): TypeReader {
  const done = new Map<Declaration, DeclaredType>();
  // Declarations being read, of which one after the other is converted.
  const open = new Set<Declaration>();
  let converted: Declaration | undefined;
  // Schemas being used: a member that is required beside a reference may lead back to its schema.
  const used = new Set<Schema>();
  const reported = new Set<Declaration>();
  const origins = new WeakMap<TypeExpression, TypeOrigin>();

  const reader: TypeReader = {
    options,
    declared: (declaration) => done.get(declaration) ?? readDeclared(declaration),
    isOpen: (declaration) => open.has(declaration),
    use: (schema, position, beside = [schema]) => {
      const declaration = reader.declarationOf(schema);
      const siblings = declaration && siblingsOf(schema, declaration);
      const isUsed = used.has(schema);
      if (declaration !== undefined && (siblings === undefined || isUsed))
        return found(useNamed(declaration, position), referenceOf(schema, declaration));
      if (isUsed) return unknownType;
      used.add(schema);
      const type =
        declaration === undefined || siblings === undefined
          ? schemaType(reader, schema, position, { beside, isComposed: false })
          : useNarrowed(declaration, schema, siblings, position, beside);
      used.delete(schema);
      return type;
    },
    declarationOf: (schema) => declarationOf(contract, schema),
    name: (declaration) =>
      options.form === "read" ? names.type(declaration) : names.written(declaration),
    refer: (reference, position) => found(reader.use(reference.target, position), reference),
    originOf: (type) => origins.get(type),
  };

  function named(declaration: Declaration): TypeExpression {
    const type = typeName(reader.name(declaration));
    origins.set(type, { declaration });
    return type;
  }

  /** Notes the anchor by which the declaration of a type was found. */
  function found(type: TypeExpression, reference: SchemaReference | undefined): TypeExpression {
    const origin = origins.get(type);
    if (origin !== undefined && reference?.dynamicAnchor !== undefined)
      origins.set(type, { ...origin, anchor: reference.dynamicAnchor });
    return type;
  }

  /** Returns the type of a reference with keywords beside it. */
  function useNarrowed(
    declaration: Declaration,
    schema: Schema,
    siblings: ObjectSchema,
    position: Position,
    beside: readonly Schema[],
  ): TypeExpression {
    if (hasMembers(siblings) && isAnyObject(declaration.schema))
      return schemaType(reader, siblings, position);
    // A target that allows any type says less than `type: object` beside it.
    const types = possibleTypes(declaration.schema);
    const isComposed = siblings.types === undefined || (types.has("object") && types.size < 7);
    return intersectionOf([
      found(useNamed(declaration, position), referenceOf(schema, declaration)),
      schemaType(reader, siblings, position, { beside, isComposed }),
    ]);
  }

  /** Reads a declaration after those that it needs at once, on a stack of its own. */
  function readDeclared(first: Declaration): DeclaredType {
    const enter = (declaration: Declaration) => {
      open.add(declaration);
      return { declaration, needed: neededBy(reader, declaration).values() };
    };
    const reading = [enter(first)];
    let type: DeclaredType = { kind: "alias", type: unknownType };
    for (let last = reading.at(-1); last !== undefined; last = reading.at(-1)) {
      const { done: isRead, value: next } = last.needed.next();
      if (isRead !== true) {
        if (!done.has(next) && !open.has(next)) reading.push(enter(next));
        continue;
      }
      type = convert(last.declaration);
      done.set(last.declaration, type);
      open.delete(last.declaration);
      reading.pop();
    }
    return type;
  }

  function convert(declaration: Declaration): DeclaredType {
    const outer = converted;
    converted = declaration;
    const type = heirOf(reader, declaration.schema) ?? aliasOf(declaration);
    converted = outer;
    return type;
  }

  function aliasOf(declaration: Declaration): DeclaredType {
    const type = schemaType(reader, declaration.schema, "alone");
    // Without its references to itself, nothing may be left of a union.
    const isOnlyItself = isName(type, "never") && reported.has(declaration);
    return { kind: "alias", type: isOnlyItself ? unknownType : type };
  }

  function useNamed(declaration: Declaration, position: Position): TypeExpression {
    const isLater = position === "inside" || position === "optional";
    if (isLater || !isCircular(declaration)) return named(declaration);
    if (!reported.has(declaration)) {
      reported.add(declaration);
      const { severity, fix } = typesDiagnostics.TYPE_CIRCULAR;
      report({
        code: "TYPE_CIRCULAR",
        severity,
        message: `"${declaration.name}" is only itself.`,
        fix,
        source: declaration.schema.source,
      });
    }
    // A union with itself is itself; a longer cycle would lose the members on the way.
    return position === "union" && converted === declaration ? neverType : unknownType;
  }

  /**
   * Reports whether the alias being read would refer to itself immediately, through the declaration
   * used.
   */
  function isCircular(declaration: Declaration): boolean {
    if (open.has(declaration)) return true;
    // Reading it now shows whether it leads back; an interface ends every such chain.
    if (open.size > 0) reader.declared(declaration);
    return false;
  }

  return reader;
}

/** Returns the reference by which a schema is used through a declaration. */
function referenceOf(schema: Schema, declaration: Declaration): SchemaReference | undefined {
  if (schema.kind === "boolean" || schema === declaration.schema) return undefined;
  return schema.ref ?? schema.dynamicRef;
}

function declarationOf(contract: Contract, schema: Schema): Declaration | undefined {
  const own = contract.declarationOf(schema);
  if (own !== undefined || schema.kind === "boolean") return own;
  const target = schema.ref?.target ?? schema.dynamicRef?.target;
  return target === undefined ? undefined : contract.declarationOf(target);
}

/** Lists the declarations whose types that of a declaration needs at once, in the order of reading. */
function neededBy(reader: TypeReader, { schema }: Declaration): ReadonlySet<Declaration> {
  const found = new Set<Declaration>();
  const open = partsAtOnce(schema).toReversed();
  const seen = new Set<Schema>([schema]);
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (seen.has(part)) continue;
    seen.add(part);
    const declaration = reader.declarationOf(part);
    if (declaration !== undefined) found.add(declaration);
    const rest = declaration === undefined ? part : siblingsOf(part, declaration);
    if (rest !== undefined) open.push(...partsAtOnce(rest).toReversed());
  }
  return found;
}

function partsAtOnce(schema: Schema): readonly Schema[] {
  if (schema.kind === "boolean") return [];
  const { ref, dynamicRef, oneOf = [], anyOf = [] } = schema;
  const target = ref?.target ?? dynamicRef?.target;
  return [...(target === undefined ? [] : [target]), ...tellingParts(schema), ...oneOf, ...anyOf];
}

/** Returns the keywords next to a reference that narrow it, if there are any. */
function siblingsOf(schema: Schema, declaration: Declaration): ObjectSchema | undefined {
  if (schema.kind === "boolean" || schema === declaration.schema) return undefined;
  if (schema.ref === undefined && schema.dynamicRef === undefined) return undefined;
  const narrows = narrowingKeywords.some((keyword) => schema[keyword] !== undefined);
  if (!narrows) return undefined;
  const { ref, dynamicRef, ...siblings } = schema;
  return siblings;
}

const narrowingKeywords = [
  "types",
  "const",
  "enum",
  "properties",
  "patternProperties",
  "additionalProperties",
  "required",
  "items",
  "prefixItems",
  "allOf",
  "anyOf",
  "oneOf",
] as const;

// Determines which schemas become interfaces: objects with properties, and compositions (`allOf`)
// of such with at most one inline part, in which no property is declared differently twice.

type Interface = Extract<DeclaredType, { kind: "interface" }>;

/** Returns the interface for a schema, or undefined if it needs an alias. */
function heirOf(reader: TypeReader, schema: Schema): Interface | undefined {
  if (schema.kind === "boolean" || !isPlainObject(schema)) return undefined;
  if (schema.allOf === undefined) {
    if (schema.properties === undefined || schema.properties.size === 0) return undefined;
    return interfaceOf(reader, schema, []);
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
  return interfaceOf(reader, body, [...new Set(parents)]);
}

function interfaceOf(
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
  // An interface without members would accept strings and numbers.
  if (parents.length + members.length === 0) return undefined;
  const allMembers = new Map(inherited);
  for (const member of members) if (member.key !== null) allMembers.set(member.key, member);
  const above = index;
  if (above !== undefined && ![...allMembers.values()].every((each) => fits(each, above))) {
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
    // A repeated property with the same type may become required, and a string a literal; anything
    // else requires an intersection.
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
  // Inherited members might not fit the index signature.
  return inherited.size > 0 ? undefined : [...members, index];
}

/** Reports whether the type of an index signature has that of a member. */
function fits({ optional, type }: Member, index: TypeExpression): boolean {
  if (isName(index, "unknown")) return true;
  const types = index.kind === "union" ? index.members : [index];
  const wanted = type.kind === "union" ? [...type.members] : [type];
  if (optional) wanted.push(typeName("undefined"));
  return wanted.every((each) => types.some((other) => isSameType(each, other)));
}

/** Reports whether a required member is one of the strings that an inherited one may be. */
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
