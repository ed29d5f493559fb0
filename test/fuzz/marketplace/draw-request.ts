// Generates valid requests for operations, using values of earlier responses.

import type { Random } from "../generate/random.ts";
import type { ContractDocument, ContractOperation } from "./contract-operations.ts";
import { jsonBody, parameterValue } from "./draw-values.ts";
import type { Sent } from "./exchange.ts";
import { type Credential, credentialHeaders } from "./people.ts";
import { formBody, imageUpload, UPLOAD_TYPE } from "./uploads.ts";
import type { World } from "./world.ts";

/** The expected response to a request, in addition to the contract's general rules. */
export interface Wants {
  readonly why: string;
  /** The allowed statuses. By default, all documented ones. */
  readonly statuses?: readonly number[];
  /** The forbidden statuses. */
  readonly never?: readonly number[];
}

/** A request with its meaning. */
export interface Drawn {
  /** Undefined if the contract has no such path or method. */
  readonly operation: ContractOperation | undefined;
  readonly credential: Credential;
  readonly sent: Sent;
  readonly wants: Wants;
}

/** A request whose parts can still be changed. */
export interface Draft {
  readonly operation: ContractOperation;
  method: string;
  /** The path as sent, percent-encoded. */
  path: string;
  query: (readonly [string, string])[];
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Breaks a part of a draft and returns the expected response; undefined if there is no such part. */
export type Break = (draft: Draft, world: World, random: Random) => Wants | undefined;

/** Drafts a request of an operation. The members of `known` override members of a JSON body. */
export function draftRequest(
  contract: ContractDocument,
  operation: ContractOperation,
  world: World,
  random: Random,
  known: Readonly<Record<string, unknown>> = {},
): Draft {
  const draft: Draft = {
    operation,
    method: operation.method,
    path: operation.path,
    query: [],
    headers: {},
    body: undefined,
  };
  for (const parameter of operation.parameters) {
    if (!parameter.required && !random.chance(25)) continue;
    const value = parameterValue(contract, parameter, world, random);
    const { name } = parameter;
    if (!parameter.keeps(value)) continue;
    if (parameter.in === "path") {
      draft.path = draft.path.replace(`{${name}}`, encodeURIComponent(value));
    } else if (parameter.in === "query") draft.query.push([name, value]);
    else draft.headers[name.toLowerCase()] = value;
  }
  const files = world.files[operation.id] ?? [];
  if (files.length > 0 && random.chance(80)) {
    const [path = "", query = ""] = random.pick(files).split("?");
    draft.path = path;
    draft.query = [...new URLSearchParams(query)];
  }
  const { body } = operation;
  if (body?.type === "multipart/form-data") {
    Object.assign(draft, { body: formBody(imageUpload(random.pick(world.listings))) });
    draft.headers["content-type"] = UPLOAD_TYPE;
  } else if (body !== undefined) {
    draft.body = Buffer.from(jsonBody(contract, operation, random, known));
    draft.headers["content-type"] = random.pick([
      "application/json",
      "application/json; charset=utf-8",
    ]);
  }
  return draft;
}

/** Converts a draft to a request. */
export function writeRequest(draft: Draft, credential: Credential): Sent {
  const query = draft.query
    .map((pair) => pair.map((text) => encodeURIComponent(text)).join("="))
    .join("&");
  return {
    method: draft.method,
    target: query === "" ? draft.path : `${draft.path}?${query}`,
    headers: { ...draft.headers, ...credentialHeaders(credential) },
    body: draft.body,
  };
}
