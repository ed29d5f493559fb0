// Lists the schemas of operations, by the direction in which they are sent.

import type { Contract } from "../model/contract.ts";
import type {
  Encoding,
  HttpOperation,
  MediaType,
  Parameter,
  ParameterGroup,
  RequestBody,
  Response,
} from "../model/operation.ts";
import type { Declaration, Schema, SchemaInstance } from "../model/schema.ts";
import { allSchemas, type SchemaParts } from "../schema/schema-sets.ts";

/** The direction in which a body is sent. */
export type Direction = "request" | "response";

type Found = Readonly<Record<Direction, Set<Schema>>>;

/** The schemas of each contract by direction; cached because several passes need them. */
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

/** Adds the schemas of an operation; `direction` is the direction of its request. */
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
    addSchema(headersDeclaration?.schema, received);
    for (const media of content) addMedia(media, received);
  }
}

function addParameter({ schema, content, declaration }: Parameter, found: Set<Schema>): void {
  addSchema(schema, found);
  if (content !== undefined) addMedia(content, found);
  addSchema(declaration?.schema, found);
}

function addMedia(media: MediaType, found: Set<Schema>): void {
  addSchema(media.schema, found);
  addSchema(media.declaration?.schema, found);
  addSchema(media.itemSchema, found);
  addSchema(media.itemDeclaration?.schema, found);
  addSchema(media.items?.declaration?.schema, found);
  for (const encoding of media.encoding.values()) addEncoding(encoding, found);
  for (const encoding of media.prefixEncoding) addEncoding(encoding, found);
  if (media.itemEncoding !== undefined) addEncoding(media.itemEncoding, found);
}

function addEncoding({ headers, headersDeclaration }: Encoding, found: Set<Schema>): void {
  for (const header of headers) addParameter(header, found);
  addSchema(headersDeclaration?.schema, found);
}

function addSchema(schema: Schema | undefined, found: Set<Schema>): void {
  if (schema !== undefined) found.add(schema);
}

/**
 * All schemas of each contract, and the parts that were computed before; cached because several passes need
 * them.
 */
const schemasByContract = new WeakMap<Contract, SchemaParts>();
const knownParts = new WeakMap<Contract, SchemaParts>();

/**
 * Lists all schemas of a contract with their parts. The list includes inline schemas that only refer to a
 * named schema.
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

/** Caches the parts of schemas, so that `schemasOf` need not compute them. */
export function rememberParts(contract: Contract, parts: SchemaParts): void {
  knownParts.set(contract, parts);
}

/** Replaces the schemas and declarations of one direction. */
export interface Replacement {
  schema(schema: Schema, direction: Direction): Schema;
  declaration(declaration: Declaration, direction: Direction): Declaration;
}

/** Replaces the schemas of an instance of a template. */
export function replaceInInstance(
  instance: SchemaInstance | undefined,
  replace: (schema: Schema) => Schema,
): SchemaInstance | undefined {
  if (instance === undefined) return undefined;
  const given = [...instance.arguments].map(([anchor, each]): [string, Schema] => [
    anchor,
    replace(each),
  ]);
  return { template: replace(instance.template), arguments: new Map(given) };
}

/**
 * Replaces the schemas of an operation. `direction` is the direction of its request. The provider sends the
 * requests of webhooks and callbacks, so these requests have the direction "response".
 */
export function replaceInOperation(
  operation: HttpOperation,
  by: Replacement,
  direction: Direction = "request",
): HttpOperation {
  const { requestBody, callbacks } = operation;
  const opposite = direction === "request" ? "response" : "request";
  return {
    ...operation,
    parameters: operation.parameters.map((each) => replaceInParameter(each, by, direction)),
    parameterGroups: operation.parameterGroups.map(
      (group): ParameterGroup => ({
        ...group,
        declaration: by.declaration(group.declaration, direction),
      }),
    ),
    ...(requestBody && { requestBody: replaceInBody(requestBody, by, direction) }),
    responses: operation.responses.map((each) => replaceInResponse(each, by, opposite)),
    callbacks: new Map(
      [...callbacks].map(([name, operations]) => [
        name,
        operations.map((each) => replaceInOperation(each, by, opposite)),
      ]),
    ),
  };
}

function replaceInBody(body: RequestBody, by: Replacement, direction: Direction): RequestBody {
  return { ...body, content: body.content.map((media) => replaceInMedia(media, by, direction)) };
}

function replaceInResponse(response: Response, by: Replacement, direction: Direction): Response {
  const { headersDeclaration } = response;
  return {
    ...response,
    headers: response.headers.map((header) => replaceInParameter(header, by, direction)),
    ...(headersDeclaration && {
      headersDeclaration: by.declaration(headersDeclaration, direction),
    }),
    content: response.content.map((media) => replaceInMedia(media, by, direction)),
  };
}

function replaceInParameter(
  parameter: Parameter,
  by: Replacement,
  direction: Direction,
): Parameter {
  const { schema, content, declaration } = parameter;
  // Most headers do not change. The object of an unchanged header is kept, because many responses share it.
  if (content === undefined && declaration === undefined) {
    const replaced = schema && by.schema(schema, direction);
    if (replaced === schema) return parameter;
  }
  return {
    ...parameter,
    ...(schema && { schema: by.schema(schema, direction) }),
    ...(content && { content: replaceInMedia(content, by, direction) }),
    ...(declaration && { declaration: by.declaration(declaration, direction) }),
  };
}

function replaceInMedia(media: MediaType, by: Replacement, direction: Direction): MediaType {
  const { schema, declaration, itemSchema, itemDeclaration, items } = media;
  const { encoding, prefixEncoding, itemEncoding } = media;
  return {
    ...media,
    encoding: new Map(
      [...encoding].map(([name, each]) => [name, replaceInEncoding(each, by, direction)]),
    ),
    prefixEncoding: prefixEncoding.map((each) => replaceInEncoding(each, by, direction)),
    ...(itemEncoding && { itemEncoding: replaceInEncoding(itemEncoding, by, direction) }),
    ...(schema && { schema: by.schema(schema, direction) }),
    ...(declaration && { declaration: by.declaration(declaration, direction) }),
    ...(itemSchema && { itemSchema: by.schema(itemSchema, direction) }),
    ...(itemDeclaration && { itemDeclaration: by.declaration(itemDeclaration, direction) }),
    ...(items?.declaration && {
      items: { ...items, declaration: by.declaration(items.declaration, direction) },
    }),
  };
}

function replaceInEncoding(encoding: Encoding, by: Replacement, direction: Direction): Encoding {
  const { headers, headersDeclaration } = encoding;
  return {
    ...encoding,
    headers: headers.map((header) => replaceInParameter(header, by, direction)),
    ...(headersDeclaration && {
      headersDeclaration: by.declaration(headersDeclaration, direction),
    }),
  };
}
