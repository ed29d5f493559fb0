// Checks requests with the schemas of the contract, compiled by ajv.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { parse } from "yaml";
import type { PeerChanges, PeerLogin, PeerQuery } from "./peer-service.ts";

/**
 * Checks requests. Parameters are converted from text to their types. Bodies are not converted.
 */
export interface PeerChecks {
  readonly path: ValidateFunction<{ listing_id: string }>;
  readonly query: ValidateFunction<PeerQuery>;
  readonly headers: ValidateFunction<PeerHeaders>;
  readonly changes: ValidateFunction<PeerChanges>;
  readonly login: ValidateFunction<PeerLogin>;
}

interface PeerHeaders {
  readonly "if-match"?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: object;
}

/** The path of the document that contains the schemas, relative to the root of the repository. */
export const contract = "specs/marketplace/openapi.yaml";

/** Compiles the schemas of the contract. */
export async function peerChecks(root: string): Promise<PeerChecks> {
  const document = parse(await readFile(join(root, contract), "utf8")) as {
    readonly paths: Readonly<
      Record<string, { readonly get: { readonly parameters: readonly Parameter[] } }>
    >;
  };
  const options = { allErrors: true, strict: false, validateFormats: false } as const;
  const bodies = new Ajv2020(options).addSchema(document, "contract");
  const texts = new Ajv2020({ ...options, coerceTypes: true }).addSchema(document, "contract");
  const schema = (name: string): object => ({ $ref: `contract#/components/schemas/${name}` });
  const { parameters = [] } = document.paths["/listings"]?.get ?? {};
  // The other parameters are headers, which the document includes by references.
  const query = parameters.flatMap(({ name, in: place }, at) =>
    place === "query"
      ? [[name, { $ref: `contract#/paths/~1listings/get/parameters/${at}/schema` }]]
      : [],
  );
  return {
    // The type conversion of ajv would accept 01 and 1e2 as numbers, and our server refuses them.
    path: bodies.compile<{ listing_id: string }>(
      record({ listing_id: { type: "string", pattern: "^[1-9][0-9]{0,15}$" } }, ["listing_id"]),
    ),
    query: texts.compile<PeerQuery>(record(Object.fromEntries(query))),
    headers: texts.compile<PeerHeaders>({
      type: "object",
      properties: { "if-match": schema("IfMatch") },
    }),
    // The settings declare no custom fields.
    changes: bodies.compile<PeerChanges>({
      ...schema("UpdateListingBody"),
      propertyNames: { enum: ["title", "description"] },
    }),
    login: bodies.compile<PeerLogin>(schema("LoginUserBody")),
  };
}

function record(properties: object, required: readonly string[] = []): object {
  return { type: "object", properties, required, additionalProperties: false };
}
