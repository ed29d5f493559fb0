// Determines which declarations have a codec in `codec.ts`, and which share one.

import {
  type Contract,
  type Declaration,
  type Defaults,
  type HttpOperation,
  type Names,
  type Schema,
  schemaReferences,
  walkSchemas,
} from "@specwright/contract";
import { schemaKeys } from "./equal-schemas.ts";

/** The input for finding the codecs of a contract. */
interface Source {
  readonly contract: Contract;
  readonly defaults?: Defaults | undefined;
}

/** The codecs of a contract. */
export interface DeclaredCodecs {
  /**
   * Returns the declaration whose codec reads the values of the given declaration: the first declaration
   * that accepts the same values. Only declarations without a name in the document share a codec, such as
   * the parameters of operations on the same path.
   */
  of(declaration: Declaration): Declaration;
  /** The declarations that have their own codec. */
  readonly own: readonly Declaration[];
  /** Reports whether other schemas refer to a declaration. */
  isReferred(declaration: Declaration): boolean;
}

const found = new WeakMap<Contract, DeclaredCodecs>();

/** Returns the name of the codec that reads the values of a declaration. */
export function codecName(
  source: Source & { readonly names: Names },
  declaration: Declaration,
): string {
  return source.names.codec(declaredCodecs(source).of(declaration));
}

/** Finds the codecs of a contract, once. */
export function declaredCodecs(source: Source): DeclaredCodecs {
  let codecs = found.get(source.contract);
  if (codecs === undefined) {
    codecs = findCodecs(source);
    found.set(source.contract, codecs);
  }
  return codecs;
}

function findCodecs(source: Source): DeclaredCodecs {
  const headers = headerSets(source.contract);
  const declarations = source.contract.declarations.filter((each) => !headers.has(each));
  const referred = referredSchemas(declarations);
  const keys = schemaKeys(source);
  const first = new Map<number, Declaration>();
  const twins = new Map<Declaration, Declaration>();
  for (const declaration of declarations) {
    const { origin, schema } = declaration;
    // If the type is an intersection, TypeScript can treat two equal types as different.
    if (origin === "schema" || referred.has(schema) || isIntersection(schema)) continue;
    const key = keys.keyOf(schema);
    if (key === undefined) continue;
    const twin = first.get(key);
    if (twin === undefined) first.set(key, declaration);
    else twins.set(declaration, twin);
  }
  return {
    of: (declaration) => twins.get(declaration) ?? declaration,
    own: declarations.filter((declaration) => !twins.has(declaration)),
    isReferred: ({ schema }) => referred.has(schema),
  };
}

/**
 * Lists the object schemas of all headers of a response or of a part. Each header has its own
 * codec.
 */
function headerSets(contract: Contract): ReadonlySet<Declaration> {
  const operations = [...contract.operations, ...contract.webhooks].flatMap(withCallbacks);
  const responses = operations.flatMap((operation) => operation.responses);
  const bodies = [...operations.flatMap(({ requestBody }) => requestBody ?? []), ...responses];
  const parts = bodies.flatMap(({ content }) =>
    content.flatMap(({ encoding, prefixEncoding, itemEncoding }) => [
      ...encoding.values(),
      ...prefixEncoding,
      ...(itemEncoding === undefined ? [] : [itemEncoding]),
    ]),
  );
  return new Set([...responses, ...parts].flatMap((each) => each.headersDeclaration ?? []));
}

function withCallbacks(operation: HttpOperation): HttpOperation[] {
  return [operation, ...[...operation.callbacks.values()].flat().flatMap(withCallbacks)];
}

/** Lists the schemas that others refer to or contain. */
function referredSchemas(declarations: readonly Declaration[]): ReadonlySet<Schema> {
  const referred = new Set<Schema>();
  for (const { schema } of declarations) {
    walkSchemas(schema, (part) => {
      if (part !== schema) referred.add(part);
      for (const target of schemaReferences(part)) referred.add(target);
      return undefined;
    });
  }
  return referred;
}

function isIntersection(schema: Schema): boolean {
  if (schema.kind === "boolean") return false;
  const { allOf = [], anyOf, oneOf, ref, properties, types } = schema;
  const parts = [...allOf, anyOf, oneOf, ref, properties ?? types];
  return parts.filter((part) => part !== undefined).length > 1;
}
