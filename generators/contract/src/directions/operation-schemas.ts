// The schemas of operations, by the direction in which they are sent.

import type { Contract } from "../model/contract.ts";
import type { Encoding, HttpOperation, MediaType, Parameter } from "../model/operation.ts";
import type { Schema } from "../model/schema.ts";
import { allSchemas, type SchemaParts } from "../schema/schema-sets.ts";

/** The direction in which a body is sent. */
export type Direction = "request" | "response";

type Found = Readonly<Record<Direction, Set<Schema>>>;

/** The schemas sent by each contract, because several passes need them. */
const sentByContract = new WeakMap<Contract, Found>();

/** Lists the schemas of the operations of a contract, by the direction in which they are sent. */
export function operationSchemas(
  contract: Contract,
): Readonly<Record<Direction, ReadonlySet<Schema>>> {
  const listed = sentByContract.get(contract);
  if (listed !== undefined) return listed;
  const found: Found = { request: new Set(), response: new Set() };
  sentByContract.set(contract, found);
  for (const operation of contract.operations) addOperation(operation, found, "request");
  for (const webhook of contract.webhooks) addOperation(webhook, found, "response");
  return found;
}

/** Lists the schemas of the request and of the responses of one operation, without its callbacks. */
export function schemasSent(
  operation: HttpOperation,
): Readonly<Record<Direction, ReadonlySet<Schema>>> {
  const found: Found = { request: new Set(), response: new Set() };
  addExchange(operation, found, "request");
  return found;
}

/** Adds the schemas of an operation; `direction` is that of its request. */
function addOperation(operation: HttpOperation, found: Found, direction: Direction): void {
  addExchange(operation, found, direction);
  const opposite = direction === "request" ? "response" : "request";
  for (const operations of operation.callbacks.values())
    for (const callback of operations) addOperation(callback, found, opposite);
}

function addExchange(operation: HttpOperation, found: Found, direction: Direction): void {
  const opposite = direction === "request" ? "response" : "request";
  const sent = found[direction];
  const received = found[opposite];
  for (const parameter of operation.parameters) addParameter(parameter, sent);
  for (const { declaration } of operation.parameterGroups) sent.add(declaration.schema);
  for (const media of operation.requestBody?.content ?? []) addMedia(media, sent);
  for (const { headers, headersDeclaration, content } of operation.responses) {
    for (const header of headers) addParameter(header, received);
    add(headersDeclaration?.schema, received);
    for (const media of content) addMedia(media, received);
  }
}

function addParameter({ schema, content, declaration }: Parameter, found: Set<Schema>): void {
  add(schema, found);
  if (content !== undefined) addMedia(content, found);
  add(declaration?.schema, found);
}

function addMedia(media: MediaType, found: Set<Schema>): void {
  add(media.schema, found);
  add(media.declaration?.schema, found);
  add(media.itemSchema, found);
  add(media.itemDeclaration?.schema, found);
  add(media.items?.declaration?.schema, found);
  for (const encoding of media.encoding.values()) addEncoding(encoding, found);
  for (const encoding of media.prefixEncoding) addEncoding(encoding, found);
  if (media.itemEncoding !== undefined) addEncoding(media.itemEncoding, found);
}

function addEncoding({ headers, headersDeclaration }: Encoding, found: Set<Schema>): void {
  for (const header of headers) addParameter(header, found);
  add(headersDeclaration?.schema, found);
}

function add(schema: Schema | undefined, found: Set<Schema>): void {
  if (schema !== undefined) found.add(schema);
}

/** The schemas of each contract, because several passes need them, and parts known before. */
const schemasByContract = new WeakMap<Contract, SchemaParts>();
const knownParts = new WeakMap<Contract, SchemaParts>();

/**
 * Lists all schemas of a contract with their parts, also those of bodies that only refer to a named
 * one.
 */
export function schemasOf(contract: Contract): SchemaParts {
  const listed = schemasByContract.get(contract);
  if (listed !== undefined) return listed;
  const { request, response } = operationSchemas(contract);
  const declared = contract.declarations.map(({ schema }) => schema);
  const roots = [...declared, ...request, ...response];
  const schemas = allSchemas(roots, knownParts.get(contract));
  schemasByContract.set(contract, schemas);
  return schemas;
}

/** Remembers the parts of schemas that a contract has, so that `schemasOf` does not list them. */
export function rememberParts(contract: Contract, parts: SchemaParts): void {
  knownParts.set(contract, parts);
}
