// Clients with relaxations: given the relaxations and an answer, the body that the caller gets and the reports.

import { rmSync } from "node:fs";
import { isRestError, restTransport } from "@specwright/rest/client";
import { createWebhookHandler, fetchHandler } from "@specwright/rest/server";
import { ExactNumber } from "@specwright/runtime";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type Choices, type GeneratedClient, generatedClient } from "./generated-client.ts";

const root = new URL(`../../.tmp/relaxing-${process.pid}/`, import.meta.url);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const document = `openapi: 3.1.0
info: { title: Payments, version: "1" }
paths:
  /charge:
    get:
      operationId: getCharge
      responses:
        "200":
          description: The charge.
          headers: { Trace: { required: true, schema: { type: string, format: uuid } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Charge" } } }
  /charges:
    get:
      operationId: listCharges
      responses:
        "200":
          description: All.
          content:
            application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Charge" } } }
  /source:
    get:
      operationId: getSource
      responses:
        "200":
          description: A card or a bank.
          content: { application/json: { schema: { $ref: "#/components/schemas/Source" } } }
  /untagged:
    get:
      operationId: getUntagged
      responses:
        "200":
          description: One of two.
          content:
            application/json:
              schema:
                anyOf:
                  - { type: object, required: [name], properties: { name: { type: string }, serial: { type: integer, format: int64 } } }
                  - { type: object, required: [name, text], properties: { name: { type: string }, text: { type: string } } }
  /event:
    get:
      operationId: getEvent
      responses:
        "200":
          description: Selected by its tag.
          content:
            application/json:
              schema:
                oneOf: [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Bank" }]
                discriminator: { propertyName: object, mapping: { card: "#/components/schemas/Card", bank: "#/components/schemas/Bank" } }
  /limits:
    get:
      operationId: getLimits
      responses:
        "200":
          description: Values with defaults.
          content:
            application/json:
              schema:
                type: object
                required: [name, most]
                properties:
                  name: { type: string }
                  most: { type: integer, format: int64 }
                  least: { type: integer, format: int64, default: 3 }
  /rates:
    get:
      operationId: listRates
      responses:
        "200":
          description: Numbers with digits.
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
                  required: [name, rate]
                  properties: { name: { type: string }, rate: { type: number, format: decimal } }
  /form:
    get:
      operationId: getForm
      responses:
        "200":
          description: A form.
          content:
            multipart/form-data:
              schema:
                type: object
                required: [name, charge]
                properties: { name: { type: string }, charge: { $ref: "#/components/schemas/Charge" } }
  /log:
    get:
      operationId: readLog
      responses:
        "200":
          description: Items.
          content:
            application/jsonl: { itemSchema: { $ref: "#/components/schemas/Charge" } }
webhooks:
  paid:
    post:
      operationId: paid
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Charge" } } }
      responses: { "204": { description: Taken. } }
components:
  schemas:
    Charge:
      type: object
      required: [id, cents, created, state]
      properties:
        id: { type: string, format: uuid }
        cents: { type: integer, format: int64 }
        created: { type: string, format: date-time }
        receipt: { type: string, format: uri }
        state: { type: string, enum: [paid, open] }
        rate: { type: number, format: decimal }
        source: { $ref: "#/components/schemas/Source" }
    Source:
      oneOf: [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Bank" }]
    Card:
      type: object
      required: [object, last4, serial]
      properties:
        object: { const: card }
        last4: { type: string }
        serial: { type: integer, format: int64 }
    Bank:
      type: object
      required: [object, name, serial]
      properties: { object: { const: bank }, name: { type: string }, serial: { type: integer, format: int64 } }
`;

const clients = new Map<string, Promise<GeneratedClient>>();

/** Generates each client once. */
function clientOf(choices: Choices): Promise<GeneratedClient> {
  const key = JSON.stringify(choices);
  const known = clients.get(key);
  if (known !== undefined) return known;
  const made = generatedClient(new URL(`${clients.size}/`, root), document, choices);
  clients.set(key, made);
  return made;
}

interface Outcome {
  /** The body that the caller gets; absent after an error. */
  readonly body?: unknown;
  readonly error?: string;
  /** The places that are reported, to the caller and to `onIssues`. */
  readonly reported?: readonly string[];
}

async function outcome(
  operation: string,
  choices: Choices,
  body: string,
  { headers = { Trace: id }, type = "application/json", validation = {} } = {},
): Promise<Outcome> {
  const reported: string[] = [];
  const transport = restTransport({
    baseUrl: "https://pay.example",
    fetch: async () => new Response(body, { headers: { ...headers, "Content-Type": type } }),
    onIssues: ({ issues }) =>
      reported.push(...issues.map(({ code, pointer }) => `${code} ${pointer}`)),
    validation,
  });
  try {
    const client = await clientOf(choices);
    const answer = (await client.call(operation, transport)) as { readonly body: unknown };
    if (type !== "application/jsonl") return { body: answer.body, reported };
    const items: unknown[] = [];
    for await (const item of answer.body as AsyncIterable<unknown>) items.push(item);
    return { body: items, reported };
  } catch (error) {
    if (!isRestError(error)) throw error;
    return { error: error.code };
  }
}

const id = "0190a5a4-5a3b-7c5e-8a9b-0c1d2e3f4a5b";
const whole = { id, cents: 7, created: "2026-01-01T00:00:00Z", state: "paid" };
const text = (changes: object = {}): string => JSON.stringify({ ...whole, ...changes });
const big = "9007199254740993";

describe("a client", () => {
  it.each<
    readonly [name: string, operation: string, Choices, body: string, want: Partial<Outcome>]
  >([
    [
      "refuses what lacks a member, usually",
      "getCharge",
      {},
      text({ created: undefined }),
      { error: "invalid_response" },
    ],
    [
      "hands it over and reports it",
      "getCharge",
      { missing: "report" },
      text({ created: undefined }),
      { body: { id, cents: 7n, state: "paid" }, reported: ["required /created"] },
    ],
    [
      "reports nothing of a sound answer",
      "getCharge",
      { missing: "report" },
      text(),
      { reported: [] },
    ],
    [
      "refuses another fault",
      "getCharge",
      { missing: "report" },
      text({ id: 7 }),
      { error: "invalid_response" },
    ],
    [
      "refuses another fault beside a missing member",
      "getCharge",
      { missing: "report" },
      text({ id: 7, created: undefined }),
      { error: "invalid_response" },
    ],
    [
      "refuses what is not JSON",
      "getCharge",
      { missing: "report" },
      "{",
      { error: "invalid_response" },
    ],
    [
      "refuses null in place of a member",
      "getCharge",
      { missing: "report" },
      text({ created: null }),
      { error: "invalid_response" },
    ],
    [
      "keeps every digit of the others",
      "getCharge",
      { missing: "report" },
      `{"cents":${big},"state":"paid"}`,
      {
        body: { cents: BigInt(big), state: "paid" },
        reported: ["required /id", "required /created"],
      },
    ],
    [
      "finds the branch of a union that lacks a member",
      "getSource",
      { missing: "report" },
      `{"object":"bank","serial":${big}}`,
      { body: { object: "bank", serial: BigInt(big) }, reported: ["required /name"] },
    ],
    [
      "reads the numbers of such a branch as the type says",
      "getSource",
      { missing: "report" },
      '{"object":"bank","serial":7}',
      { body: { object: "bank", serial: 7n }, reported: ["required /name"] },
    ],
    [
      "refuses an int64 in a union without a tag if no branch fits",
      "getUntagged",
      { missing: "report" },
      '{"serial":7}',
      { error: "invalid_response" },
    ],
    [
      "refuses any value that fits no branch of a union without a tag",
      "getUntagged",
      { missing: "report" },
      '{"text":"x"}',
      { error: "invalid_response" },
    ],
    [
      "refuses a union whose tag is missing",
      "getEvent",
      { missing: "report" },
      '{"last4":"1234","serial":7}',
      { error: "invalid_response" },
    ],
    [
      "takes the branch that a tag selects",
      "getEvent",
      { missing: "report" },
      '{"object":"card","serial":7}',
      { body: { object: "card", serial: 7n }, reported: ["required /last4"] },
    ],
    [
      "adds defaults to what lacks a member",
      "getLimits",
      { missing: "report", defaults: "apply" },
      '{"most":7}',
      { body: { most: 7n, least: 3n }, reported: ["required /name"] },
    ],
    [
      "refuses a decimal with more digits than a Decimal",
      "listRates",
      { missing: "report", formats: "report", decimals: "Decimal" },
      '[{"name":"a","rate":0.10000000000000000055}]',
      { error: "invalid_response" },
    ],
    [
      "refuses such a decimal beside a missing member",
      "listRates",
      { missing: "report", decimals: "Decimal" },
      '[{"rate":1234567890123.1234567891}]',
      { error: "invalid_response" },
    ],
    [
      "keeps the digits of decimals as texts",
      "listRates",
      { missing: "report", decimals: "string" },
      '[{"rate":1234567890123.1234567891}]',
      { body: [{ rate: "1234567890123.1234567891" }], reported: ["required /0/name"] },
    ],
    [
      "refuses a number for an int64 that it cannot hold",
      "getLimits",
      { missing: "report", int64: "number" },
      `{"most":${big}}`,
      { error: "invalid_response" },
    ],
    [
      "keeps the digits of an int64 as a text",
      "getLimits",
      { missing: "report", int64: "string" },
      `{"most":${big}}`,
      { body: { most: big }, reported: ["required /name"] },
    ],
    [
      "finds it in a member",
      "getCharge",
      { missing: "report" },
      text({ source: { object: "card", serial: 7 } }),
      { reported: ["required /source/last4"] },
    ],
    [
      "hands over a text without its format, and reports it",
      "getCharge",
      { formats: { "date-time": "report" } },
      text({ created: "2026-01-01 00:00" }),
      { body: { ...whole, cents: 7n, created: "2026-01-01 00:00" }, reported: ["format /created"] },
    ],
    [
      "refuses another format",
      "getCharge",
      { formats: { "date-time": "report" } },
      text({ id: "7" }),
      { error: "invalid_response" },
    ],
    [
      "reports both",
      "getCharge",
      { formats: "report", missing: "report" },
      text({ created: undefined, receipt: "/r/1" }),
      { reported: ["required /created", "format /receipt"] },
    ],
    [
      "says nothing of an annotation",
      "getCharge",
      { formats: { uuid: "annotation", uri: "annotation" } },
      text({ id: "ch_1", receipt: "/r/1" }),
      { body: { ...whole, cents: 7n, id: "ch_1", receipt: "/r/1" }, reported: [] },
    ],
    [
      "keeps the text that a Date cannot hold",
      "getCharge",
      { formats: { "date-time": "report" }, dates: "Date" },
      text({ created: "2026-01-01T00:00:00" }),
      {
        body: { ...whole, cents: 7n, created: "2026-01-01T00:00:00" },
        reported: ["format /created"],
      },
    ],
    [
      "makes a Date of the others",
      "getCharge",
      { missing: "report", dates: "Date" },
      text({ id: undefined }),
      {
        body: { cents: 7n, state: "paid", created: new Date("2026-01-01T00:00:00Z") },
        reported: ["required /id"],
      },
    ],
    [
      "takes the texts of an annotation for texts, whatever the dates are",
      "getCharge",
      { formats: { "date-time": "annotation" }, dates: "Date" },
      text({ created: "2026-01-01" }),
      { body: { ...whole, cents: 7n, created: "2026-01-01" }, reported: [] },
    ],
    [
      "keeps the digits of decimals",
      "getCharge",
      { missing: "report", decimals: "Decimal" },
      `{"cents":7,"state":"paid","rate":0.123456789}`,
      {
        body: { cents: 7n, state: "paid", rate: { units: 0n, nanos: 123456789 } },
        reported: ["required /id", "required /created"],
      },
    ],
    [
      "refuses an enum with a new member, usually",
      "getCharge",
      {},
      text({ state: "held" }),
      { error: "invalid_response" },
    ],
    [
      "takes a new member of an open enum",
      "getCharge",
      { openEnums: true },
      text({ state: "held" }),
      { body: { ...whole, cents: 7n, state: "held" }, reported: [] },
    ],
    [
      "refuses a number for an open enum",
      "getCharge",
      { openEnums: true },
      text({ state: 7 }),
      { error: "invalid_response" },
    ],
  ])("%s", async (_name, operation, choices, body, want) => {
    expect(await outcome(operation, choices, body)).toMatchObject(want);
  });

  it("reports a long list whose items all lack members", async () => {
    const items = Array.from({ length: 400 }, () => ({ state: "paid", cents: 7 }));
    const { body, reported } = await outcome(
      "listCharges",
      { missing: "report" },
      JSON.stringify(items),
    );
    expect(body).toHaveLength(400);
    expect(reported?.slice(0, 3)).toEqual([
      "required /0/id",
      "required /0/created",
      "required /1/id",
    ]);
  });

  it("reports a long list of decimals", async () => {
    const items = Array.from({ length: 120 }, () => '{"rate":0.123456789}');
    const { body } = await outcome(
      "listRates",
      { missing: "report", decimals: "Decimal" },
      `[${items.join()}]`,
    );
    expect(body).toHaveLength(120);
    expect(body).toContainEqual({ rate: { units: 0n, nanos: 123456789 } });
  });

  it("names the fault that is not relaxed among many that are", async () => {
    const items = Array.from({ length: 400 }, () => ({ state: "paid", cents: 7 }));
    const body = JSON.stringify([...items, { ...whole, cents: "7" }]);
    const fetch = async (): Promise<Response> =>
      new Response(body, { headers: { Trace: id, "Content-Type": "application/json" } });
    const client = await clientOf({ missing: "report" });
    const transport = restTransport({ baseUrl: "https://pay.example", fetch });
    await expect(client.call("listCharges", transport)).rejects.toThrow('at "/400/cents"');
  });

  it("keeps the digits that a Decimal cannot hold, with responses: report", async () => {
    const choices = { responses: "report", decimals: "Decimal" } as const;
    const body = '[{"name":"a","rate":1.23456789012345678901}]';
    expect(await outcome("listRates", choices, body)).toMatchObject({
      body: [{ name: "a", rate: new ExactNumber("1.23456789012345678901") }],
    });
  });

  it("refuses a form whose part lacks a member", async () => {
    const charge = JSON.stringify({ ...whole, id: undefined });
    const part = (name: string, value: string, type: string): string =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n${value}\r\n`;
    const body = `${part("name", "a", "text/plain")}${part("charge", charge, "application/json")}--x--\r\n`;
    const options = { type: "multipart/form-data; boundary=x" };
    expect(await outcome("getForm", { missing: "report" }, body, options)).toEqual({
      error: "invalid_response",
    });
    expect(
      await outcome("getForm", { missing: "report" }, body.replace(charge, text()), options),
    ).toMatchObject({ body: { name: "a", charge: { cents: 7n } }, reported: [] });
  });

  it("refuses a list whose last item has another fault", async () => {
    const items: object[] = Array.from({ length: 400 }, () => ({ state: "paid", cents: 7 }));
    const body = JSON.stringify([...items, { ...whole, cents: "7" }]);
    expect(await outcome("listCharges", { missing: "report" }, body)).toEqual({
      error: "invalid_response",
    });
  });

  it.each<readonly [name: string, headers: Record<string, string>, Choices, want: Outcome]>([
    ["a missing header", {}, { missing: "report" }, { reported: ["required /Trace"] }],
    ["a missing header, usually", {}, {}, { error: "invalid_response" }],
    [
      "a format of a header",
      { Trace: "x" },
      { formats: "report" },
      { reported: ["format /Trace"] },
    ],
    ["a format of a header, usually", { Trace: "x" }, {}, { error: "invalid_response" }],
  ])("judges %s", async (_name, headers, choices, want) => {
    expect(
      await outcome("getCharge", choices, text(), { headers: headers as { Trace: string } }),
    ).toMatchObject(want);
  });

  it("judges items one by one", async () => {
    const lines = [text(), text({ id: undefined }), text()].map((line) => `${line}\n`).join("");
    const options = { type: "application/jsonl" };
    expect(await outcome("readLog", { missing: "report" }, lines, options)).toMatchObject({
      body: [{ id }, { cents: 7n }, { id }],
      reported: ["required /id"],
    });
    const broken = `${text()}\n${text({ cents: "7" })}\n`;
    expect(await outcome("readLog", { missing: "report" }, broken, options)).toEqual({
      error: "invalid_response",
    });
  });

  it("refuses again where a transport asks for errors", async () => {
    const validation = { response: "error" };
    expect(
      await outcome("getCharge", { missing: "report" }, text({ id: undefined }), { validation }),
    ).toEqual({ error: "invalid_response" });
  });
});

describe("a receiver of webhooks", () => {
  it.each<readonly [name: string, Choices, body: string, status: number]>([
    ["refuses what lacks a member, usually", {}, text({ created: undefined }), 400],
    ["takes it", { missing: "report" }, text({ created: undefined }), 204],
    ["refuses another fault", { missing: "report" }, text({ cents: "7" }), 400],
    [
      "refuses text that databases cannot store",
      { formats: "report" },
      text({ id: "ch_1\0" }),
      400,
    ],
    ["takes a text without its format", { formats: "report" }, text({ id: "ch_1" }), 204],
  ])("%s", async (_name, choices, body, status) => {
    const seen: unknown[] = [];
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const webhooks = (await clientOf(choices)).webhooks;
    const handlers = {
      paid(request: { readonly body: unknown }) {
        seen.push(request.body);
        return { status: 204 };
      },
    };
    const handler = createWebhookHandler<typeof handlers>({ webhooks, handlers, verify: false });
    const request = new Request("https://shop.example/paid", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    const answer = await fetchHandler(handler)(request);
    expect(answer.status).toBe(status);
    expect(seen).toHaveLength(status === 204 ? 1 : 0);
    if (status === 204) expect(seen).toMatchObject([{ cents: 7n }]);
    expect(warn).toHaveBeenCalledTimes(status === 204 ? 1 : 0);
    warn.mockRestore();
  });
});

describe("validators", () => {
  const sound = { ...whole, cents: 7n };
  it.each<readonly [name: string, Choices, changes: object, accepted: boolean]>([
    ["an annotation", { formats: "annotation" }, { created: "now", id: "ch_1" }, true],
    ["a format that is reported", { formats: "report" }, { created: "now" }, false],
    ["a missing member that is reported", { missing: "report" }, { created: undefined }, false],
    ["a new member of an open enum", { openEnums: true }, { state: "held" }, true],
    ["a new member of an enum", {}, { state: "held" }, false],
  ])("accept or reject %s as documented", async (_name, choices, changes, want) => {
    const client = await clientOf(choices);
    const value = { ...sound, ...changes };
    const codec = client.codec("Charge");
    const encodes = (): boolean => {
      try {
        return codec.encode(value) !== "";
      } catch {
        return false;
      }
    };
    expect({
      is: codec.is(value),
      validate: codec.validate(value).length === 0,
      encode: encodes(),
      zod: client.zod("Charge").safeParse(JSON.parse(text(changes))).success,
    }).toEqual({ is: want, validate: want, encode: want, zod: want });
  });

  it("list issues without another member in JSON", async () => {
    const codec = (await clientOf({ formats: "report" })).codec("Charge");
    expect(JSON.parse(JSON.stringify(codec.validate({ ...sound, created: "now" })))).toEqual([
      {
        code: "format",
        pointer: "/created",
        message: "Expected format date-time",
        expected: "format date-time",
        received: "string",
      },
    ]);
  });
});

describe("the types", () => {
  const typeOf = async (choices: Choices, member: string): Promise<string | undefined> =>
    new RegExp(`^  (?:/\\*.*\\*/ )?(${member}\\??: .*);$`, "m").exec(
      (await clientOf(choices)).texts.get("types.ts")?.split("interface Charge")[1] ?? "",
    )?.[1];

  it.each<readonly [name: string, Choices, member: string, want: string]>([
    ["an open enum", { openEnums: true }, "state", 'state: "paid" | "open" | (string & {})'],
    ["an enum", {}, "state", 'state: "paid" | "open"'],
    [
      "what may be missing, as the document has it",
      { missing: "report" },
      "created",
      "created: string",
    ],
    ["a date", { dates: "Date" }, "created", "created: Date"],
    ["a date that is reported", { dates: "Date", formats: "report" }, "created", "created: Date"],
    ["an annotation", { dates: "Date", formats: "annotation" }, "created", "created: string"],
  ])("of %s", async (_name, choices, member, want) => {
    expect(await typeOf(choices, member)).toBe(want);
  });
});
