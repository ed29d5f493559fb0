// Responses that violate the contract, and requests that do.

import { inspect } from "node:util";
import {
  type IssueReport,
  type RestTransportOptions,
  received,
  restTransport,
} from "@specwright/rest/client";
import {
  type ContractIssue,
  type RequestParts,
  type ResponseParts,
  RestError,
  type ValidationOptions,
} from "@specwright/runtime";
import {
  enumeration,
  maximum,
  type OperationDescriptor,
  object,
  type Rule,
  readResponseHeaders,
  reject,
  toBigInt,
  type,
} from "@specwright/runtime/codegen";
import { allEncoders, ruleCodec } from "@specwright/runtime/testing";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type Answer, reply, stubServer } from "./stub-server.ts";

const int64: Rule = (payload) => {
  payload.value = toBigInt(payload.value);
  type("int64")(payload);
};
const thing = {
  kind: "json",
  codec: ruleCodec(
    object(
      { id: type("integer") },
      { seq: int64, state: enumeration(["open", "shut"]) },
      { additional: reject },
    ),
  ),
} as const;

interface ThingRequest extends RequestParts {
  readonly path: { readonly id: number };
  readonly query?: object;
  readonly body?: unknown;
}
type ThingResponse =
  | { readonly status: 200; readonly headers?: object; readonly body: { readonly id: number } }
  | { readonly status: 204 };

const putThing: OperationDescriptor<ThingRequest, ThingResponse> = {
  encoders: allEncoders,
  readHeaders: readResponseHeaders,
  id: "putThing",
  method: "PUT",
  path: "/things/{id}",
  parameters: [
    { name: "id", in: "path", type: "integer" },
    { name: "mood", in: "query" },
  ],
  validators: { query: ruleCodec(object({}, { mood: enumeration(["calm"]) })) },
  body: { content: { "application/json": thing } },
  responses: {
    200: {
      headers: [{ name: "X-Total", type: "integer", codec: ruleCodec(maximum(10)) }],
      content: { "application/json": thing },
    },
    204: {},
  },
  security: [],
};
const request: ThingRequest = { path: { id: 7 } };
const json = (body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  reply(200, "application/json", body, headers);

/** Calls an operation of a server that gives one answer. */
async function answerTo(
  answer: Answer,
  validation: ValidationOptions,
  options: Partial<RestTransportOptions> = {},
  parts: ThingRequest = request,
): Promise<ResponseParts & { readonly issues?: readonly ContractIssue[] }> {
  await using server = await stubServer(answer);
  const transport = restTransport({ baseUrl: server.url, validation, ...options });
  return await transport.call(putThing, parts);
}

async function failureOf(promise: Promise<unknown>): Promise<RestError> {
  const error: unknown = await promise.catch((cause: unknown) => cause);
  if (error instanceof RestError) return error;
  throw new Error("the call succeeded", { cause: error });
}

it.each([
  ["in digits that JSON.parse reads", '{"id":1,"id":2}', { id: 2 }],
  [
    "beside digits that it rounds",
    '{"id":1,"seq":9007199254740993,"id":2}',
    { id: 2, seq: 9007199254740993n },
  ],
])("a key that an answer gives twice has the last value: %s", async (_, text, body) => {
  expect(await answerTo(json(text, { "X-Total": "3" }), {})).toMatchObject({ status: 200, body });
});

describe("an answer behind a byte order mark", () => {
  it.each(["error", "report", "off"] as const)("is read in the mode %s", async (response) => {
    const answer = await answerTo(json('\ufeff{"id":7}'), { response });
    expect(answer).toMatchObject({ status: 200, body: { id: 7 } });
    expect(answer.issues ?? []).toEqual([]);
  });
});

const teapot = JSON.stringify({ code: 42, text: "x".repeat(100_000) });

describe("an answer that breaks the contract", () => {
  const cases: readonly [what: string, answer: Answer, value: object, issues: readonly object[]][] =
    [
      [
        "a value of another type",
        json('{"id":"7","seq":9007199254740993}'),
        { status: 200, body: { id: "7", seq: 9007199254740993n } },
        [{ code: "type", pointer: "/id" }],
      ],
      [
        "a value that is not listed",
        json('{"id":7,"state":"ajar"}'),
        { status: 200, body: { id: 7, state: "ajar" } },
        [{ code: "enum", pointer: "/state" }],
      ],
      [
        "a member that is not listed",
        json('{"id":7,"more":12345678901234567890}'),
        { status: 200, body: { id: 7, more: 12345678901234567890n } },
        [{ code: "unknown_key", pointer: "/more" }],
      ],
      [
        "a text that is not JSON",
        json("<p>"),
        { status: 200, body: "<p>" },
        [{ code: "json_syntax", pointer: "" }],
      ],
      [
        "a header of another value",
        json('{"id":7}', { "x-total": "11" }),
        { status: 200, headers: { "X-Total": 11 }, body: { id: 7 } },
        [{ in: "header", code: "maximum", pointer: "/X-Total" }],
      ],
      [
        "a header of another type",
        json('{"id":7}', { "x-total": "many" }),
        { status: 200, headers: { "X-Total": "many" }, body: { id: 7 } },
        [{ in: "header", code: "type", pointer: "/X-Total" }],
      ],
      [
        "an undocumented status",
        reply(418, "application/json", teapot, { "x-brew": "1" }),
        {
          documented: false,
          status: 418,
          headers: { "x-brew": "1" },
          contentType: "application/json",
          body: JSON.parse(teapot),
        },
        [{ code: "unexpected_status", pointer: "" }],
      ],
      [
        "an undocumented media type",
        reply(200, "text/html; charset=iso-8859-1", "<p>\u00fc", {}),
        { documented: false, status: 200, body: "<p>\u00c3\u00bc" },
        [{ code: "unexpected_content_type" }],
      ],
      [
        "no media type",
        reply(200, undefined, "plain"),
        { documented: false, status: 200, contentType: "", body: "plain" },
        [{ code: "unexpected_content_type" }],
      ],
      [
        "bytes of an undocumented type",
        reply(500, "image/png", "\u0001\u0002"),
        { documented: false, status: 500, body: new Uint8Array([1, 2]) },
        [{ code: "unexpected_status" }],
      ],
      [
        "an empty body of an undocumented status",
        reply(500),
        { documented: false, status: 500, body: undefined },
        [{ code: "unexpected_status" }],
      ],
    ];

  it.each(cases)("is handed over with its issues in `report`: %s", async (_, answer, want, all) => {
    const reports: IssueReport[] = [];
    const onIssues = (report: IssueReport): void => void reports.push(report);
    const { issues, ...got } = await answerTo(answer, { response: "report" }, { onIssues });
    expect(got).toMatchObject(want);
    expect(issues).toMatchObject(all);
    expect(issues?.map((issue) => issue.of)).toEqual(all.map(() => "response"));
    expect(reports.map((report) => [report.operation.id, report.issues])).toEqual([
      ["putThing", issues],
    ]);
  });

  it.each(cases)("is handed over without issues in `off`: %s", async (_, answer, want) => {
    const { issues, ...got } = await answerTo(answer, { response: "off" });
    expect(got).toMatchObject(want);
    expect(issues ?? []).toEqual([]);
  });

  it.each(cases)("is an error by default, with the answer: %s", async (_, answer, want, all) => {
    const error = await failureOf(answerTo(answer, {}));
    expect(["invalid_response", "unexpected_status", "unexpected_content_type"]).toContain(
      error.code,
    );
    const { status, body } = Object.assign({ status: 0, body: undefined }, want);
    expect(error.answer).toMatchObject({ documented: false, status, issues: all });
    expect(error.answer?.body).toEqual(body);
    expect(inspect(error)).not.toContain("x".repeat(500));
  });

  it("keeps a body that is documented as absent", async () => {
    const sentBody: Answer = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"surprise":1}');
    };
    await using server = await stubServer(sentBody);
    const bare: OperationDescriptor = { ...putThing, responses: { 200: {} } };
    const transport = restTransport({ baseUrl: server.url });
    expect(await transport.call(bare, request)).toEqual({ status: 200 });
    const validation = { response: "report" } as const;
    expect(await transport.call(bare, request, { validation })).toMatchObject({
      documented: false,
      status: 200,
      body: { surprise: 1 },
      issues: [{ code: "unexpected_body" }],
    });
  });

  it("is an error where the body is longer than the transport reads", async () => {
    const options = { maxResponseBytes: 1000 };
    const error = await failureOf(
      answerTo(reply(418, "application/json", teapot), { response: "report" }, options),
    );
    expect(error).toMatchObject({ code: "unexpected_status", status: 418, answer: undefined });
    expect(error.excerpt).toHaveLength(200);
  });

  it("leaves a valid answer unchanged in every mode", async () => {
    for (const response of ["error", "report", "off"] as const) {
      const answer = await answerTo(json('{"id":7,"seq":5}'), { response });
      expect(answer).toEqual({ status: 200, headers: {}, body: { id: 7, seq: 5n } });
    }
  });

  it("is narrowed by `received`", async () => {
    await using server = await stubServer(reply(418, "text/plain", "short and stout"));
    const transport = restTransport({ baseUrl: server.url, validation: { response: "report" } });
    const answer = received(await transport.call(putThing, request));
    if (answer.documented !== false) throw new Error("it is documented");
    expectTypeOf(answer.body).toEqualTypeOf<unknown>();
    expectTypeOf(answer.status).toEqualTypeOf<number>();
    expect([answer.status, answer.body]).toEqual([418, "short and stout"]);
  });
});

describe("a request that breaks the contract", () => {
  const broken: ThingRequest = { ...request, query: { mood: "wild" }, body: { id: "x", more: 1n } };

  it("is not sent by default", async () => {
    await using server = await stubServer(json('{"id":7}'));
    const error = await failureOf(restTransport({ baseUrl: server.url }).call(putThing, broken));
    expect(error.code).toBe("invalid_request");
    expect(server.seen).toEqual([]);
  });

  it.each(["report", "off"] as const)("is sent in `%s`", async (mode) => {
    await using server = await stubServer(json('{"id":7}'));
    const reports: IssueReport[] = [];
    const transport = restTransport({
      baseUrl: server.url,
      onIssues: (report) => void reports.push(report),
    });
    const validation = { request: mode };
    const { issues = [] } = received(await transport.call(putThing, broken, { validation }));
    expect(server.seen.map(({ url, body }) => [url, body.toString()])).toEqual([
      ["/things/7?mood=wild", '{"id":"x","more":1}'],
    ]);
    const want =
      mode === "off"
        ? []
        : [
            { of: "request", code: "type", pointer: "/id" },
            { of: "request", code: "unknown_key", pointer: "/more" },
            { of: "request", in: "query", code: "enum", pointer: "/mood" },
          ];
    expect(issues).toMatchObject(want);
    expect(reports.map((report) => report.issues.length)).toEqual(mode === "off" ? [] : [3]);
  });

  it("is still an error where no encoder can write it", async () => {
    const parts = { ...broken, path: { id: Number.NaN } };
    const validation = { request: "report", response: "report" } as const;
    await using server = await stubServer(json('{"id":7}'));
    const error = await failureOf(
      restTransport({ baseUrl: server.url, validation }).call(putThing, parts),
    );
    expect(error.code).toBe("invalid_request");
    expect(server.seen).toEqual([]);
  });

  it("lets a call override its transport", async () => {
    await using server = await stubServer(json('{"id":7}'));
    const transport = restTransport({ baseUrl: server.url, validation: { request: "off" } });
    const validation = { request: "error" } as const;
    const error = await failureOf(transport.call(putThing, broken, { validation }));
    expect(error.code).toBe("invalid_request");
  });
});
