import { inspect } from "node:util";
import { restTransport } from "@specwright/rest/client";
import {
  AnswerError,
  isAnswerOf,
  isRestError,
  isSpecwrightError,
  orThrow,
  type ResponseParts,
  RestError,
  type SuccessOf,
} from "@specwright/runtime";
import {
  type CallOptions,
  clientMethod,
  type OperationDescriptor,
  type OptionalClientMethod,
  type RestTransport,
} from "@specwright/runtime/codegen";
import { allEncoders } from "@specwright/runtime/testing";
import { describe, expect, expectTypeOf, it } from "vitest";

interface Broke {
  title: string;
  detail?: string;
  /** An extension member of the problem. */
  balance: bigint;
}
interface Problem {
  title: string;
}
interface BuyRequest {
  query?: { seat?: string };
}
type BuyResponse =
  | { status: 200; body: { ticket: string }; headers?: { ETag?: string } }
  | { status: 201 }
  | { status: 304 }
  | { status: 402; body: Broke; headers: { "X-Account": string } }
  | { status: "5XX"; statusCode: number; body: Problem }
  | { status: "default"; statusCode: number; body: Problem };

const descriptor: OperationDescriptor<BuyRequest, BuyResponse> = {
  encoders: allEncoders,
  id: "buyTicket",
  method: "GET",
  path: "/tickets",
  parameters: [],
  validators: {},
  responses: { 200: {}, 201: {}, 304: {}, 402: {}, "5XX": {}, default: {} },
  security: [],
};

// As they are generated.
function buyTicket(
  transport: RestTransport,
  request: BuyRequest = {},
  options?: CallOptions,
): Promise<BuyResponse> {
  return transport.call(descriptor, request, options);
}
interface TicketClient {
  readonly buyTicket: OptionalClientMethod<BuyRequest, BuyResponse>;
}
function createTicketClient(transport: RestTransport): TicketClient {
  return { buyTicket: clientMethod(transport, descriptor) };
}

/** A transport that answers with a given response. */
function answering(response: ResponseParts | RestError): RestTransport {
  return {
    call: async () => {
      if (response instanceof RestError) throw response;
      return response as never;
    },
  };
}

async function thrown(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error("the call succeeded");
}

const broke = { title: "Broke", detail: "The ticket costs 9.", balance: 3n };

describe.each<readonly [string, (response: ResponseParts | RestError) => Promise<unknown>]>([
  [
    "a method of a client",
    (response) => createTicketClient(answering(response)).buyTicket.orThrow(),
  ],
  ["a function", (response) => orThrow(buyTicket)(answering(response))],
])("orThrow of %s", (_, call) => {
  it.each([
    { status: 200, body: { ticket: "t-1" } },
    { status: 201 },
    { status: 299, documented: false, body: "what validation was switched off for" },
  ])("resolves with $status", async (response) => {
    expect(await call(response)).toBe(response);
  });

  const failures: readonly [ResponseParts, status: number, message: string][] = [
    [{ status: 304 }, 304, "error_status: buyTicket: status 304"],
    [
      { status: 402, body: broke, headers: { "X-Account": "a" } },
      402,
      "error_status: buyTicket: status 402: Broke: The ticket costs 9.",
    ],
    [{ status: 402, body: { title: 1 } }, 402, "error_status: buyTicket: status 402"],
    [
      { status: "5XX", statusCode: 507, body: { title: "Full" } },
      507,
      "error_status: buyTicket: status 507: Full",
    ],
    // The contract has responses of success, so this is not one of them.
    [{ status: "default", statusCode: 202 }, 202, "error_status: buyTicket: status 202"],
    [{ status: "default", statusCode: 404 }, 404, "error_status: buyTicket: status 404"],
  ];
  it.each(failures)("throws an AnswerError: %#", async (response, status, message) => {
    const error = await thrown(call(response));
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toBeInstanceOf(RestError);
    expect(error).toMatchObject({
      ...{ name: "AnswerError", code: "error_status", operationId: "buyTicket", status, message },
    });
    if (!(error instanceof AnswerError)) return;
    expect(error.response).toBe(response);
    expect([error.body, error.headers]).toEqual([response.body, response.headers]);
    expect(isRestError(error) && isSpecwrightError(error)).toBe(true);
  });

  it("throws the errors of the transport", async () => {
    const error = new RestError("network", "no line");
    expect(await thrown(call(error))).toBe(error);
  });
});

it("treats default as a success if the contract documents no 2xx", async () => {
  type OnlyDefault = { status: "default"; statusCode: number; body: string };
  const { "~types": _, ...untyped } = descriptor;
  const only: OperationDescriptor<object, OnlyDefault> = {
    ...untyped,
    responses: { default: {}, 404: {} },
  };
  const get = (transport: RestTransport) => transport.call(only, {});
  const answer = { status: "default", statusCode: 202, body: "x" };
  expect(await orThrow(get)(answering(answer))).toBe(answer);
  const failure = { ...answer, statusCode: 404 };
  expect(await thrown(orThrow(get)(answering(failure)))).toMatchObject({ status: 404 });
});

it("passes request and options on, and sends over a real transport", async () => {
  const seen: string[] = [];
  const fetch = async (url: unknown): Promise<Response> => {
    seen.push(String(url));
    return new Response(null, { status: seen.length === 1 ? 201 : 402 });
  };
  const transport = restTransport({ baseUrl: "https://x.example", fetch });
  const signal = AbortSignal.abort();
  expect(await orThrow(buyTicket)(transport, {}, { timeoutMs: 50 })).toEqual({ status: 201 });
  expect(await thrown(createTicketClient(transport).buyTicket.orThrow({}))).toMatchObject({
    status: 402,
  });
  expect(await thrown(orThrow(buyTicket)(transport, {}, { signal }))).toMatchObject({
    code: "aborted",
  });
  expect(seen).toEqual(["https://x.example/tickets", "https://x.example/tickets"]);
});

it("makes errors that show no body when they are logged", async () => {
  const error = await thrown(orThrow(buyTicket)(answering({ status: 402, body: broke })));
  expect(inspect(error)).not.toContain("balance");
});

describe("isAnswerOf", () => {
  it("recognises the operation by its method or its function", async () => {
    const client = createTicketClient(answering({ status: 402, body: broke }));
    const another = createTicketClient(answering({ status: 402, body: broke }));
    const ofMethod = await thrown(client.buyTicket.orThrow());
    const ofFunction = await thrown(orThrow(buyTicket)(answering({ status: 402, body: broke })));
    expect([
      isAnswerOf(ofMethod, client.buyTicket),
      isAnswerOf(ofMethod, another.buyTicket),
      isAnswerOf(ofMethod, buyTicket),
      isAnswerOf(ofFunction, buyTicket),
      isAnswerOf(new RestError("network", ""), buyTicket),
      isAnswerOf(undefined, buyTicket),
    ]).toEqual([true, false, false, true, false, false]);
  });

  it("types body and headers by the status, with the extension members of problems", () => {
    const check = (error: unknown): void => {
      if (!isAnswerOf(error, buyTicket)) return;
      expectTypeOf(error.status).toEqualTypeOf<number>();
      expectTypeOf(error.body).toEqualTypeOf<Broke | Problem | undefined>();
      if (error.response.status === 402) {
        expectTypeOf(error.response.body.balance).toEqualTypeOf<bigint>();
      }
    };
    check(undefined);
    type Declared = Exclude<BuyResponse, { statusCode: number }>;
    const strict = (
      error: unknown,
      call: (transport: RestTransport) => Promise<Declared>,
    ): void => {
      if (!isAnswerOf(error, call)) return;
      expectTypeOf(error.status).toEqualTypeOf<304 | 402>();
      if (error.status !== 402) return;
      expectTypeOf(error.body).toEqualTypeOf<Broke>();
      expectTypeOf(error.body.balance).toEqualTypeOf<bigint>();
      expectTypeOf(error.headers).toEqualTypeOf<{ "X-Account": string }>();
      expectTypeOf(error.code).toEqualTypeOf<"error_status">();
    };
    strict(undefined, () => Promise.reject());
  });
});

describe("the types of orThrow", () => {
  type Success =
    | { status: 200; body: { ticket: string }; headers?: { ETag?: string } }
    | { status: 201 };

  it("are the responses of success", () => {
    const client = createTicketClient(answering({ status: 201 }));
    expectTypeOf(client.buyTicket.orThrow).returns.resolves.toEqualTypeOf<Success>();
    expectTypeOf(client.buyTicket).returns.resolves.toEqualTypeOf<BuyResponse>();
    const throwing = orThrow(buyTicket);
    expectTypeOf(throwing).returns.resolves.toEqualTypeOf<Success>();
    expectTypeOf(throwing).parameters.toEqualTypeOf<Parameters<typeof buyTicket>>();
    // @ts-expect-error a request is still checked
    void (() => client.buyTicket.orThrow({ query: { seat: 1 } }));
    // @ts-expect-error and of a function, too
    void (() => throwing(answering({ status: 201 }), { query: { seat: 1 } }));
  });

  it("are ranges and default as the contract means them", () => {
    type Of<Status> = { status: Status; body: Status };
    expectTypeOf<SuccessOf<Of<"2XX"> | Of<"4XX">>>().toEqualTypeOf<Of<"2XX">>();
    expectTypeOf<SuccessOf<Of<204> | Of<"default">>>().toEqualTypeOf<Of<204>>();
    expectTypeOf<SuccessOf<Of<404> | Of<"default">>>().toEqualTypeOf<Of<"default">>();
    expectTypeOf<SuccessOf<Of<302> | Of<404>>>().toEqualTypeOf<never>();
  });
});
