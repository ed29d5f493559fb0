// Requests that keep the contract, for operations, from what earlier answers said is there.

import { collect } from "../generate/collect.ts";
import type { Random } from "../generate/random.ts";
import { writeInstance } from "../generate/write-instance.ts";
import { isRecord } from "../reference/check.ts";
import type {
  ContractDocument,
  ContractOperation,
  ContractParameter,
} from "./contract-operations.ts";
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

function parameterValue(
  contract: ContractDocument,
  { name, place }: ContractParameter,
  world: World,
  random: Random,
): string {
  if (random.chance(92)) {
    if (name === "listing_id") return `${random.pick(world.listings)}`;
    if (name === "attachment_id" && world.attachments.length > 0) {
      return `${random.pick(world.attachments)}`;
    }
    if (name === "user_id") return `${random.pick(world.people).id}`;
    const sessions = world.people.flatMap((person) => person.sessions);
    if (name === "session_id" && sessions.length > 0) return `${random.pick(sessions).id}`;
    if (name === "cursor" && world.cursors.length > 0) return random.pick(world.cursors);
    if (name === "If-Match") return random.pick(["*", '"1"', '"1"', '"2"', '"3"', '"77"']);
    if (name === "Idempotency-Key") {
      // Now and then one that was used before.
      if (world.keys.length > 0 && random.chance(30)) return random.pick(world.keys);
      const key = `a-key-of-the-fuzz-${world.next()}`;
      world.keys.push(key);
      return key;
    }
  }
  const text = writeInstance(contract.documents, place, random);
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

function jsonBody(
  { documents }: ContractDocument,
  { body }: ContractOperation,
  random: Random,
  known: Readonly<Record<string, unknown>>,
): string {
  if (body === undefined) return "";
  for (let tries = 0; tries < 16; tries += 1) {
    const text = writeInstance(documents, body.place, random);
    if (!body.keeps(text)) continue;
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) continue;
    const { properties } = collect(documents, body.place, random);
    const named = Object.entries(value).filter(([name]) => properties.has(name));
    return JSON.stringify({ ...Object.fromEntries(named), ...known });
  }
  return JSON.stringify(known);
}
