// Determines which declarations have their own codec in `codec.ts`, and which share a codec.

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

/** The contract, and the defaults that its codecs apply. */
interface Source {
  readonly contract: Contract;
  readonly defaults?: Defaults | undefined;
}

/** The codecs of a contract. */
export interface DeclaredCodecs {
  /**
   * Returns the declaration whose codec is used for the values of `declaration`. It is the first
   * declaration that accepts the same values. A declaration that the document names always has its own
   * codec. The parameters of operations on the same path, for example, share one.
   */
  of(declaration: Declaration): Declaration;
  /** The declarations that have their own codec. */
  readonly own: readonly Declaration[];
  /**
   * Reports whether any schema refers to this declaration or contains its schema. A reference from the
   * declaration itself counts too.
   */
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

/** Finds the codecs of a contract. The result is cached. */
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
    // TypeScript can treat two equal types as different if they are intersections.
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
 * Lists the declarations for all headers of a response or a part together. They need no codec, because each
 * header has its own codec.
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

/** Lists the schemas that other schemas refer to or contain. */
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
