// Converts schemas to types.

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
import { declaredInterface } from "./declared-interface.ts";
import { typesDiagnostics } from "./diagnostics.ts";
import { schemaType } from "./schema-type.ts";
import { hasMembers, isAnyObject, tellingParts } from "./telling-parts.ts";
import {
  intersectionType,
  isName,
  neverType,
  type TypeExpression,
  typeName,
  unknownType,
} from "./type-expression.ts";
import type { DeclaredType, Position, TypeOptions, TypeOrigin, TypeReader } from "./type-reader.ts";

/** Creates the type reader of a contract. It reports each problem once. */
export function createTypeReader(
  contract: Contract,
  names: Names,
  options: TypeOptions,
  report: (problem: Problem) => void,
): TypeReader {
  const done = new Map<Declaration, DeclaredType>();
  // The declarations that are being read. An outer declaration precedes the declarations inside it.
  const open = new Set<Declaration>();
  let converted: Declaration | undefined;
  // The schemas whose types are being determined. A required member next to a `$ref` can lead back to the
  // schema that contains it.
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
    declarationOf: (schema) => findDeclaration(contract, schema),
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

  /** If the type was found through a `$dynamicRef`, stores the name of the dynamic anchor. */
  function found(type: TypeExpression, reference: SchemaReference | undefined): TypeExpression {
    const origin = origins.get(type);
    if (origin !== undefined && reference?.dynamicAnchor !== undefined)
      origins.set(type, { ...origin, anchor: reference.dynamicAnchor });
    return type;
  }

  /** Returns the type of a reference that has other keywords next to it. */
  function useNarrowed(
    declaration: Declaration,
    schema: Schema,
    siblings: ObjectSchema,
    position: Position,
    beside: readonly Schema[],
  ): TypeExpression {
    if (hasMembers(siblings) && isAnyObject(declaration.schema))
      return schemaType(reader, siblings, position);
    // If the target allows values of any type, `type: object` next to the reference is more precise.
    const types = possibleTypes(declaration.schema);
    const isComposed = siblings.types === undefined || (types.has("object") && types.size < 7);
    return intersectionType([
      found(useNamed(declaration, position), referenceOf(schema, declaration)),
      schemaType(reader, siblings, position, { beside, isComposed }),
    ]);
  }

  /**
   * Reads a declaration. First reads the declarations whose types it needs immediately, with an explicit
   * stack instead of recursion.
   */
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
    const type = declaredInterface(reader, declaration.schema) ?? aliasOf(declaration);
    converted = outer;
    return type;
  }

  function aliasOf(declaration: Declaration): DeclaredType {
    const type = schemaType(reader, declaration.schema, "alone");
    // If the union only contains itself, no member remains.
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
        message: `"${declaration.name}" refers to itself directly.`,
        fix,
        source: declaration.schema.source,
      });
    }
    // A union that contains itself does not need itself as a member. In a longer cycle, omitting the
    // declaration would lose members.
    return position === "union" && converted === declaration ? neverType : unknownType;
  }

  /**
   * Reports whether the alias that is being read would refer to itself immediately, through this
   * declaration.
   */
  function isCircular(declaration: Declaration): boolean {
    if (open.has(declaration)) return true;
    // Reading the declaration now shows whether it refers back. If an interface is in the chain, the
    // reference is not immediate.
    if (open.size > 0) reader.declared(declaration);
    return false;
  }

  return reader;
}

/**
 * Returns the reference in a schema that leads to a declaration; undefined if the schema is the
 * declaration.
 */
function referenceOf(schema: Schema, declaration: Declaration): SchemaReference | undefined {
  if (schema.kind === "boolean" || schema === declaration.schema) return undefined;
  return schema.ref ?? schema.dynamicRef;
}

function findDeclaration(contract: Contract, schema: Schema): Declaration | undefined {
  const own = contract.declarationOf(schema);
  if (own !== undefined || schema.kind === "boolean") return own;
  const target = schema.ref?.target ?? schema.dynamicRef?.target;
  return target === undefined ? undefined : contract.declarationOf(target);
}

/**
 * Lists the declarations whose types must be known before the type of this declaration, in the order in
 * which they are read.
 */
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

/** Returns the keywords next to a reference, if any of them narrow its type. */
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
