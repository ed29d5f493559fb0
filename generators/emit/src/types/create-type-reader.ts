// Converts schemas to types: determines which declarations become interfaces, and the type of each
// schema.

import type {
  Contract,
  Declaration,
  Names,
  ObjectSchema,
  Problem,
  Schema,
} from "@specwright/contract";
import { intersectionOf } from "./combine-types.ts";
import { typesDiagnostics } from "./diagnostics.ts";
import { heirOf } from "./interface-heir.ts";
import { schemaType } from "./schema-type.ts";
import { neverType, type TypeExpression, typeName, unknownType } from "./type-expression.ts";
import type { DeclaredType, Position, TypeOptions, TypeReader } from "./type-reader.ts";

/** Creates the reader of a contract; problems are reported once each. */
export function createTypeReader(
  contract: Contract,
  names: Names,
  options: TypeOptions,
  report: (problem: Problem) => void,
): TypeReader {
  const done = new Map<Declaration, DeclaredType>();
  // Declarations being read, with those whose types are needed immediately, innermost last.
  const open: Declaration[] = [];
  const reported = new Set<Declaration>();

  const reader: TypeReader = {
    options,
    declared: (declaration) => {
      const known = done.get(declaration);
      if (known !== undefined) return known;
      open.push(declaration);
      const type = heirOf(reader, declaration.schema) ?? {
        kind: "alias",
        type: schemaType(reader, declaration.schema, "alone"),
      };
      open.pop();
      done.set(declaration, type);
      return type;
    },
    isOpen: (declaration) => open.includes(declaration),
    use: (schema, position) => {
      const declaration = reader.declarationOf(schema);
      if (declaration === undefined) return schemaType(reader, schema, position);
      const siblings = siblingsOf(schema, declaration);
      const named = useNamed(declaration, position);
      if (siblings === undefined) return named;
      return intersectionOf([named, schemaType(reader, siblings, position)]);
    },
    declarationOf: (schema) => declarationOf(contract, schema),
    name: (declaration) =>
      options.form === "read" ? names.type(declaration) : names.written(declaration),
  };

  function useNamed(declaration: Declaration, position: Position): TypeExpression {
    if (position === "inside" || !isCircular(declaration))
      return typeName(reader.name(declaration));
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
    return position === "union" && open.at(-1) === declaration ? neverType : unknownType;
  }

  /**
   * Reports whether the alias being read would refer to itself immediately, through the declaration
   * used.
   */
  function isCircular(declaration: Declaration): boolean {
    if (open.includes(declaration)) return true;
    // Reading it now shows whether it leads back; an interface ends every such chain.
    if (open.length > 0) reader.declared(declaration);
    return false;
  }

  return reader;
}

function declarationOf(contract: Contract, schema: Schema): Declaration | undefined {
  const own = contract.declarationOf(schema);
  if (own !== undefined || schema.kind === "boolean") return own;
  const target = schema.ref?.target ?? schema.dynamicRef?.target;
  return target === undefined ? undefined : contract.declarationOf(target);
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
