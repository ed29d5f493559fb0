import { ProblemError, type RequestContext } from "@specwright/rest/server";
import {
  anyJson,
  constant,
  eventStream,
  jsonLines,
  type OperationDescriptor,
  object,
  reject,
  type,
  type WebhookDescriptor,
} from "@specwright/runtime/codegen";
import { ruleCodec } from "@specwright/runtime/testing";

const json = { kind: "json", codec: anyJson } as const;
const base = {
  parameters: [],
  validators: {},
  responses: { 200: { content: { "application/json": json } } },
  security: [],
} as const;
const plain = { required: false, explode: false } as const;
const form = {
  kind: "form",
  fields: { id: { type: "integer" }, file: { type: "file" } },
  codec: ruleCodec(
    object({ id: type("integer") }, { file: type("string") }, { additional: reject }),
  ),
} as const;

/** One operation for each kind of input and output of a handler. */
export const operations: readonly OperationDescriptor[] = [
  {
    ...base,
    id: "echo",
    method: "GET",
    path: "/things/{id}",
    parameters: [
      { name: "id", in: "path", required: true, type: "string", style: "simple", explode: false },
      { ...plain, name: "limit", in: "query", type: "integer", style: "form" },
      { ...plain, name: "X-Count", in: "header", type: "integer", style: "simple" },
      { ...plain, name: "session", in: "cookie", type: "string", style: "form" },
    ],
  },
  {
    ...base,
    id: "create",
    method: "POST",
    path: "/things",
    body: {
      required: true,
      maxBytes: 2000,
      content: {
        "application/json": json,
      },
    },
  },
  {
    ...base,
    id: "postForm",
    method: "POST",
    path: "/form",
    body: {
      required: true,
      content: { "multipart/form-data": form, "application/x-www-form-urlencoded": form },
    },
  },
  {
    ...base,
    id: "events",
    method: "GET",
    path: "/events",
    responses: {
      200: {
        content: {
          "text/event-stream": { kind: "sequential", format: eventStream, codec: anyJson },
        },
      },
    },
  },
  {
    ...base,
    id: "lines",
    method: "GET",
    path: "/lines",
    responses: {
      200: {
        content: { "application/jsonl": { kind: "sequential", format: jsonLines, codec: anyJson } },
      },
    },
  },
  {
    ...base,
    id: "cut",
    method: "GET",
    path: "/cut",
    responses: {
      200: {
        content: { "application/jsonl": { kind: "sequential", format: jsonLines, codec: anyJson } },
      },
    },
  },
  { ...base, id: "missing", method: "GET", path: "/missing" },
  { ...base, id: "broken", method: "GET", path: "/broken" },
  { ...base, id: "secret", method: "GET", path: "/secret", security: [["token"]] },
  { ...base, id: "slow", method: "GET", path: "/slow" },
];

/** The clients that left, as handlers noticed. */
export interface Seen {
  started: number;
  aborted: number;
}

/** Creates handlers that record which clients left. */
export function handlersNoting(seen: Seen) {
  const answer = async (request: object): Promise<object> => ({ status: 200, body: request });
  return {
    echo: answer,
    async create({ body }: { readonly body: { readonly big: bigint } }) {
      return { status: 200, body: { big: body.big } };
    },
    async postForm({ body }: { readonly body: { readonly id: bigint; readonly file?: File } }) {
      const { id, file } = body;
      return {
        status: 200,
        body: { id, name: file?.name ?? "", text: (await file?.text()) ?? "" },
      };
    },
    async events(_request: object, { signal }: RequestContext<string>) {
      seen.started += 1;
      signal.addEventListener("abort", () => {
        seen.aborted += 1;
      });
      return {
        status: 200,
        body: (async function* () {
          yield { data: 1 };
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        })(),
      };
    },
    async lines() {
      return { status: 200, body: [{ n: 1 }, { n: 2 }] };
    },
    async cut() {
      return {
        status: 200,
        body: (async function* () {
          yield { n: 1 };
          throw new Error("internal words");
        })(),
      };
    },
    async missing() {
      throw new ProblemError(404, "not_found", "No such thing.");
    },
    async broken() {
      throw new Error("internal words");
    },
    async secret(_request: object, { principal }: RequestContext<string>) {
      return { status: 200, body: { principal } };
    },
    async slow(_request: object, { signal }: RequestContext<string>) {
      seen.started += 1;
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      seen.aborted += 1;
      return { status: 200, body: {} };
    },
  };
}

/** Webhooks that differ in a member of their bodies. */
export const webhooks: readonly WebhookDescriptor[] = ["shipped", "lost"].map((name) => ({
  ...base,
  id: name,
  webhook: name,
  method: "POST",
  path: "",
  body: {
    required: true,
    content: {
      "application/json": {
        kind: "json",
        codec: ruleCodec(
          object({ kind: constant(name), order: type("int64") }, {}, { additional: reject }),
        ),
      },
    },
  },
  responses: { 204: {} },
}));

/** Creates handlers that record their input. */
export function webhookHandlersNoting(heard: unknown[]) {
  const note =
    (name: string) =>
    ({ body }: { readonly body: { readonly order: bigint } }, context: RequestContext<never>) => {
      heard.push({ [name]: body.order, id: context.headers["webhook-id"] });
      return { status: 204 };
    };
  return { shipped: note("shipped"), lost: note("lost") };
}
