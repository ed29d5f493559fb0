// Requests that keep the contract, for operations, from what earlier answers said is there.

import type { Random } from "../generate/random.ts";
import type { ContractDocument, ContractOperation } from "./contract-operations.ts";
import { jsonBody, parameterValue } from "./draw-values.ts";
import type { Sent } from "./exchange.ts";
import { type Credential, credentialHeaders } from "./people.ts";
import { formBody, UPLOAD_TYPE, uploadOf } from "./uploads.ts";
import type { World } from "./world.ts";

/** Says what must come of a request, beyond what the contract says of all. */
export interface Wants {
  readonly why: string;
  /** One of these; absent: any that is documented. */
  readonly statuses?: readonly number[];
  /** None of these. */
  readonly never?: readonly number[];
}

/** Is a request with what it means. */
export interface Drawn {
  /** Undefined where the contract has no such path or method. */
  readonly operation: ContractOperation | undefined;
  readonly credential: Credential;
  readonly sent: Sent;
  readonly wants: Wants;
}

/** Is a request whose parts can still be changed. */
export interface Draft {
  readonly operation: ContractOperation;
  method: string;
  /** The path as sent, percent-encoded. */
  path: string;
  query: (readonly [string, string])[];
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Breaks a part of a draft and says what must come of it; undefined where there is no such part. */
export type Break = (draft: Draft, world: World, random: Random) => Wants | undefined;

/** Drafts a request of an operation. `known` is laid over a JSON body. */
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
  if (operation.id === "getAttachmentFile" && world.files.length > 0 && random.chance(80)) {
    const [path = "", query = ""] = random.pick(world.files).split("?");
    draft.path = path;
    draft.query = [...new URLSearchParams(query)];
  }
  const { body } = operation;
  if (body?.type === "multipart/form-data") {
    Object.assign(draft, { body: formBody(uploadOf(random.pick(world.listings))) });
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

/** Makes a request of a draft. */
export function requestOf(draft: Draft, credential: Credential): Sent {
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
