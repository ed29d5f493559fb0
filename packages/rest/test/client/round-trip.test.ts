// The client against our own server: all parameters and bodies arrive unchanged, over a real
// socket, in every style that both support.

import { bearer, restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import * as server from "@specwright/rest/server";
import { RestError } from "@specwright/runtime";
import {
  anyJson,
  type OperationDescriptor,
  type ParameterDescriptor,
  readResponseHeaders,
} from "@specwright/runtime/codegen";
import { allEncoders } from "@specwright/runtime/testing";
import type { ParameterType } from "@specwright/runtime/transport";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const styles: readonly [
  in_: ParameterDescriptor["in"],
  style: string,
  explodes: readonly boolean[],
][] = [
  ["path", "simple", [false, true]],
  ["query", "form", [false, true]],
  ["query", "spaceDelimited", [false]],
  ["query", "pipeDelimited", [false]],
  ["query", "deepObject", [true]],
  ["header", "simple", [false, true]],
  ["cookie", "form", [false, true]],
];
/** Decimals need the codec of their schema, with which test/wire sends them. */
type EchoedType = Exclude<ParameterType, "decimal">;

const types: readonly EchoedType[] = [
  "string",
  "integer",
  "bigint",
  "number",
  "boolean",
  "mixed",
  "mixedBigint",
  "json",
];

/** Values that every style can express. */
const plain: Readonly<Record<EchoedType, unknown>> = {
  string: "a",
  integer: 1,
  bigint: 1n,
  number: 1.5,
  boolean: true,
  mixed: "now",
  mixedBigint: "now",
  json: null,
};

/** An operation that echoes its only parameter. */
interface Case {
  readonly operation: OperationDescriptor;
  readonly parameter: ParameterDescriptor;
  readonly value: fc.Arbitrary<unknown>;
  readonly example: unknown;
}

const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));
const scalars: Readonly<Record<EchoedType, fc.Arbitrary<unknown>>> = {
  string: text,
  integer: fc.maxSafeInteger(),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  boolean: fc.boolean(),
  mixed: fc.oneof(fc.constant("now"), fc.maxSafeInteger(), fc.boolean()),
  mixedBigint: fc.oneof(fc.constant("now"), fc.bigInt({ min: 0n, max: 2n ** 64n }), fc.boolean()),
  json: fc.record(
    { a: fc.array(fc.string()), "b c": fc.option(fc.maxSafeInteger()) },
    { noNullPrototype: true },
  ),
};

const cases = styles
  .flatMap(([location, style, explodes]) =>
    explodes.flatMap((explode) =>
      types.flatMap((type) => {
        const base = { name: "X-p", in: location, required: true, type, style, explode };
        const scalar = scalars[type];
        const one = { parameter: base, value: scalar, example: plain[type] };
        const list = {
          parameter: { ...base, array: true as const },
          value: fc.array(scalar, { minLength: 1 }),
          example: [plain[type], plain[type]],
        };
        const object = {
          parameter: { ...base, properties: { a: type, "b c": "string" as const } },
          value: fc.record(
            { a: scalar, "b c": text },
            { requiredKeys: ["a"], noNullPrototype: true },
          ),
          example: { a: plain[type], "b c": "b" },
        };
        const isDelimited = style.endsWith("Delimited");
        return style === "deepObject" ? [object] : isDelimited ? [list] : [one, list, object];
      }),
    ),
  )
  .map(
    (given, index): Case => ({
      ...given,
      operation: {
        id: `echo${index}`,
        method: "GET",
        path: given.parameter.in === "path" ? `/echo${index}/{X-p}` : `/echo${index}`,
        parameters: [given.parameter],
        validators: {},
        encoders: allEncoders,
        readHeaders: readResponseHeaders,
        responses: { 200: { content: { "application/json": { kind: "json", codec: anyJson } } } },
        security: [["session"]],
      },
    }),
  );

const echoBody: OperationDescriptor = {
  encoders: allEncoders,
  readHeaders: readResponseHeaders,
  id: "echoBody",
  method: "POST",
  path: "/body",
  parameters: [],
  validators: {},
  body: { required: true, content: { "application/json": { kind: "json", codec: anyJson } } },
  responses: { 200: { content: { "application/json": { kind: "json", codec: anyJson } } } },
  security: [],
};

type Parts = { readonly [part: string]: unknown };
let seen: Parts | undefined;
const echo = (request: Parts) => {
  // Read here with the types of the server; JSON has only one kind of number.
  seen = request;
  return { status: 200, body: request };
};
const handlers = Object.fromEntries(
  [...cases.map(({ operation }) => operation.id), "echoBody"].map((id) => [id, echo]),
);

let app: FastifyInstance;
let transport: ReturnType<typeof restTransport>;
beforeAll(async () => {
  app = createRestServer({
    operations: [...cases.map(({ operation }) => operation), echoBody],
    handlers,
    authenticate: { session: server.bearer((token) => (token === "t" ? "someone" : undefined)) },
  });
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
  transport = restTransport({ baseUrl, credentials: { session: bearer("t") } });
});
afterAll(() => app.close());

const partNames = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

describe("client and server", () => {
  it.each(
    cases.map((given): [string, Case] => {
      const { in: location, style, explode, type, array, properties } = given.parameter;
      const shape = array ? "list of " : properties ? "object of " : "";
      return [`${location} ${style}${explode ? " exploded" : ""}, ${shape}${type}`, given];
    }),
  )("carry %s", async (_name, { operation, parameter, value, example }) => {
    let carried = 0;
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        const part = { [partNames[parameter.in]]: { "X-p": given } };
        try {
          await transport.call(operation, part);
        } catch (error) {
          // Values that a style cannot express are refused before sending, never changed.
          expect(error).toMatchObject({ code: "invalid_request" });
          expect(error).toBeInstanceOf(RestError);
          return;
        }
        expect(seen).toEqual(part);
        carried += 1;
      }),
      { numRuns: 15, examples: [[example]] },
    );
    expect(carried).toBeGreaterThan(0);
  });

  it("carry any JSON, digits included", async () => {
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.string({ unit: "binary" }),
        fc.boolean(),
        fc.constant(null),
        fc.bigInt().filter((value) => !Number.isSafeInteger(Number(value))),
        fc.maxSafeInteger(),
        fc.array(tie("value")),
        fc.dictionary(fc.string(), tie("value"), { noNullPrototype: true }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(json, async (body) => {
        expect(await transport.call(echoBody, { body })).toEqual({ status: 200, body: { body } });
      }),
      { numRuns: 50 },
    );
  });
});
