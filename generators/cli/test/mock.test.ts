import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { addressError } from "../src/mock/address-error.ts";
import { command, folderOf, removeFolders } from "./run-command.ts";
import { type RunningMock, startMock } from "./start-mock.ts";

const shop = `openapi: 3.1.0
info: { title: Shop, version: "1.0" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /orders/{order_id}:
    get:
      operationId: getOrder
      parameters: [{ name: order_id, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses:
        "200":
          description: The order.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Order" }
              examples: { paid: { value: { id: 9007199254740993, state: paid } }, sent: { value: { id: 2, state: sent } } }
        "404": { description: Not found., content: { application/problem+json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }
  /orders:
    post:
      operationId: createOrder
      security: [{ key: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: { "201": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
  /broken:
    get: { operationId: broken, responses: { "200": { description: ., content: { application/json: { schema: { type: integer, minimum: 2, maximum: 1 } } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Order:
      type: object
      required: [id, state]
      properties: { id: { type: integer, format: int64 }, state: { enum: [open, paid, sent, lost] } }
`;

const reports = `openapi: 3.1.1
info: { title: Reports, version: "1" }
paths:
  /reports:
    get:
      operationId: getReports
      responses:
        "200":
          description: The reports.
          content:
            text/csv: { schema: { type: string } }
            application/json: { schema: { type: array, items: { type: string } } }
            application/json;v=2: { schema: { type: object, properties: { a: { type: string } } } }
`;

/** A union as in GitHub's API: its schemas are used elsewhere too, and its example has no tag. */
const users = `openapi: 3.0.3
info: { title: Users, version: "1.0" }
paths:
  /users/{username}:
    get:
      operationId: getUser
      parameters: [{ name: username, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: The user.
          content:
            application/json:
              schema:
                oneOf: [{ $ref: "#/components/schemas/private-user" }, { $ref: "#/components/schemas/public-user" }]
                discriminator:
                  propertyName: user_view_type
                  mapping: { public: "#/components/schemas/public-user", private: "#/components/schemas/private-user" }
              examples: { octocat: { value: { login: octocat } } }
  /owner: { get: { operationId: getOwner, responses: { "200": { description: ., content: { application/json: { schema: { $ref: "#/components/schemas/public-user" } } } } } } }
  /me: { get: { operationId: getMe, responses: { "200": { description: ., content: { application/json: { schema: { $ref: "#/components/schemas/private-user" } } } } } } }
components:
  schemas:
    private-user: { type: object, required: [login], properties: { login: { type: string }, user_view_type: { type: string } } }
    public-user: { type: object, required: [login], additionalProperties: false, properties: { login: { type: string }, user_view_type: { type: string } } }
`;

const chat = `asyncapi: 3.0.0
info: { title: Chat, version: "2" }
servers: { web: { host: chat.example, protocol: wss } }
channels:
  room:
    address: /rooms/{room}
    parameters: { room: {} }
    messages:
      said: { payload: { type: object, required: [type, text], properties: { type: { const: said }, text: { type: string } } } }
      left: { payload: { type: object, required: [type], properties: { type: { const: left } } } }
      ask: { payload: { type: object, required: [type, id], properties: { type: { const: ask }, id: { type: string } } }, correlationId: { location: "$message.payload#/id" } }
      told: { payload: { type: object, required: [type, id, people], properties: { type: { const: told }, id: { type: string }, people: { type: integer } } }, correlationId: { location: "$message.payload#/id" } }
operations:
  say: { action: send, channel: { $ref: "#/channels/room" }, messages: [{ $ref: "#/channels/room/messages/said" }, { $ref: "#/channels/room/messages/left" }] }
  askPeople:
    action: receive
    channel: { $ref: "#/channels/room" }
    messages: [{ $ref: "#/channels/room/messages/ask" }]
    reply: { channel: { $ref: "#/channels/room" }, messages: [{ $ref: "#/channels/room/messages/told" }] }
`;

/**
 * Numbered messages, messages with keys numbered by key, and a channel at a fixed address that another
 * one's template matches.
 */
const feed = `asyncapi: 3.0.0
info: { title: Feed, version: "1" }
servers: { web: { host: feed.example, protocol: wss } }
channels:
  any: { address: "/{name}", parameters: { name: {} }, messages: { other: { payload: { const: other } } } }
  orders:
    address: /orders
    bindings: { ws: { query: { type: object, properties: { since: { type: integer } } } } }
    x-sequence:
      version: 1
      counters: [{ messages: [order], repeats: [end], scope: connection, at: /seq, step: one, gap: reconnect }]
      resume: { parameter: since, from: next, endOfBacklog: end, tooOld: { errorCode: too_old, closeCode: 4009 } }
    messages:
      order: { payload: { type: object, required: [type, seq], properties: { type: { const: order }, seq: { type: integer } } } }
      end: { payload: { type: object, required: [type], properties: { type: { const: end } } } }
  books:
    address: /books
    x-subscription:
      version: 1
      topics:
        values:
          parameters: { key: { type: string } }
          subscribe: { type: add, keys: ["{key}"] }
          unsubscribe: { type: remove, keys: ["{key}"] }
          list: /keys
          messages: [book, change]
          where: { /key: "{key}" }
    x-sequence:
      version: 1
      counters: [{ messages: [change], starts: [book], scope: key, key: /key, at: /n, step: one, gap: snapshot }]
    x-snapshot: { version: 1, topics: { values: { source: stream } } }
    messages:
      add: { payload: { type: object, required: [type, keys], properties: { type: { const: add }, keys: { type: array, items: { type: string } } } } }
      remove: { payload: { type: object, required: [type, keys], properties: { type: { const: remove }, keys: { type: array, items: { type: string } } } } }
      book: { payload: { type: object, required: [type, key, n], properties: { type: { const: book }, key: { type: string }, n: { type: integer } } } }
      change: { payload: { type: object, required: [type, key, n], properties: { type: { const: change }, key: { type: string }, n: { type: integer } } } }
operations:
  sayOther: { action: send, channel: { $ref: "#/channels/any" } }
  sendOrders: { action: send, channel: { $ref: "#/channels/orders" } }
  sendBooks: { action: send, channel: { $ref: "#/channels/books" }, messages: [{ $ref: "#/channels/books/messages/book" }, { $ref: "#/channels/books/messages/change" }] }
  choose: { action: receive, channel: { $ref: "#/channels/books" }, messages: [{ $ref: "#/channels/books/messages/add" }, { $ref: "#/channels/books/messages/remove" }] }
`;

let mock: RunningMock | undefined;

afterEach(async () => {
  await mock?.stop();
  mock = undefined;
});
afterAll(removeFolders);

async function start(text: string, ...args: readonly string[]): Promise<RunningMock> {
  const folder = await folderOf({ "document.yaml": text });
  mock = await startMock(folder, ["document.yaml", ...args]);
  return mock;
}

async function answer(path: string, init: RequestInit = {}): Promise<readonly [number, string]> {
  const response = await fetch(`${mock?.url}${path}`, init);
  return [response.status, await response.text()];
}

const preferring = (prefer: string): RequestInit => ({ headers: { prefer } });
const json = { "content-type": "application/json" };

describe("a mock of operations", () => {
  it("responds with samples according to the request's preferences", async () => {
    await start(shop, "--quiet");
    const paid = '{"id":9007199254740993,"state":"paid"}';
    expect(await answer("/orders/1")).toEqual([200, paid]);
    expect(await answer("/v1/orders/1")).toEqual([200, paid]);
    expect(await answer("/orders/1", preferring("example=sent"))).toEqual([
      200,
      '{"id":2,"state":"sent"}',
    ]);
    expect(await answer("/orders/1", preferring("code=404"))).toEqual([404, '{"title":"string"}']);
  });

  it.each([
    ["code=abc", "`Prefer: code=abc` is not a response status"],
    ["code=4040", "is not a response status"],
    ["code=100", "is not a response status"],
    ['wait=1, code=""', "`Prefer: code=` is not a response status"],
    ["code", "is not a response status"],
    ["code=500", "The document describes no response with 500; it has 200, 404."],
    ["code=500; example=paid", "The document describes no response with 500; it has 200, 404."],
    ["example=lost", 'No response has an example \\"lost\\"; examples: paid, sent.'],
    ["example=", "`Prefer: example=` needs the name of an example"],
  ])("refuses the preference %s", async (prefer, want) => {
    await start(shop, "--quiet");
    const [status, text] = await answer("/orders/1", preferring(prefer));
    expect(status).toBe(400);
    expect(text).toContain('"code":"invalid_preference"');
    expect(text).toContain(want);
  });

  it.each([
    [undefined, 200, "application/json"],
    ["*/*", 200, "application/json"],
    ["text/csv", 200, "text/csv"],
    ["text/*, application/json;q=0.5", 200, "text/csv"],
    ["text/*;q=0.1, application/json;q=0.5", 200, "application/json"],
    ["application/json;v=2", 200, "application/json;v=2"],
    ["image/png", 406, "application/problem+json"],
    ["application/json;q=0, image/*", 406, "application/problem+json"],
  ])("30.3 responds to Accept: %s with %i", async (accept, status, type) => {
    await start(reports, "--quiet");
    const headers = accept === undefined ? {} : { accept };
    const answered = await fetch(`${mock?.url}/reports`, { headers });
    expect([answered.status, answered.headers.get("content-type")]).toEqual([status, type]);
    if (status === 406) expect(await answered.text()).toContain('"code":"not_acceptable"');
  });

  it.each([
    "return=minimal",
    "decode=abc",
    'wait="code=abc"',
    "code=200, code=abc",
    "dynamic=true",
  ])("accepts the preference %s", async (prefer) => {
    await start(shop, "--quiet");
    expect((await answer("/orders/1", preferring(prefer)))[0]).toBe(200);
  });

  it("responds with the tag of a union that only a discriminator distinguishes", async () => {
    await start(users, "--quiet");
    const user = '{"user_view_type":"private","login":"string"}';
    expect(await answer("/users/ada")).toEqual([200, user]);
  });

  it("refuses the same requests as a server of the document", async () => {
    await start(shop, "--quiet");
    const body = '{"id":1,"state":"open"}';
    const post = (headers: Record<string, string>, sent: string) =>
      answer("/orders", { method: "POST", body: sent, headers: { ...json, ...headers } });
    expect((await answer("/orders/one"))[0]).toBe(400);
    expect((await answer("/nothing"))[0]).toBe(404);
    expect((await post({}, body))[0]).toBe(401);
    expect((await post({ "x-key": "any" }, body))[0]).toBe(201);
    expect((await post({ "x-key": "any" }, '{"id":1}'))[0]).toBe(400);
  });

  it("varies with the seed, and gives the same for the same seed", async () => {
    const all: string[] = [];
    for (const seed of [1, 1, 2, 3]) {
      await start(shop, "--seed", `${seed}`);
      const [, text] = await answer("/orders", {
        method: "POST",
        body: '{"id":1,"state":"open"}',
        headers: { ...json, "x-key": "any" },
      });
      all.push(text);
      await mock?.stop();
    }
    expect(all[0]).toBe(all[1]);
    expect(new Set(all).size).toBeGreaterThan(1);
  });

  it("allows calls from pages of other origins", async () => {
    await start(shop, "--quiet");
    const origin = "https://page.example";
    const preflight = await fetch(`${mock?.url}/orders`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("POST");
    const { headers } = await fetch(`${mock?.url}/orders/1`, { headers: { origin } });
    expect(headers.get("access-control-allow-origin")).toBe(origin);
  });

  it("prints its operations, missing samples, and responses", async () => {
    const { url, lines, stop } = await start(shop);
    await answer("/orders/1");
    expect((await answer("/broken"))[0]).toBe(501);
    await expect.poll(() => lines.filter((line) => line.startsWith("GET"))).toHaveLength(2);
    expect(await stop()).toBe(0);
    expect(lines).toContain(`Shop 1.0 is mocked at ${url}`);
    expect(lines).toContain("GET /orders/1 200");
    expect(lines.join("\n")).toMatch(/document\.yaml:\d+:\d+.*SAMPLE_IMPOSSIBLE/s);
    expect(lines.at(-1)).toBe("Stopped.");
  });
});

it("warns once about paths with a fragment", async () => {
  const get = (id: string) =>
    `{ get: { operationId: ${id}, responses: { "200": { description: D } } } }`;
  const document = `openapi: 3.1.0
info: { title: Items, version: "1" }
paths: { "/items": ${get("a")}, "/items#folders": ${get("b")}, "/links#all": ${get("c")} }
`;
  const folder = await folderOf({ "a.yaml": document });
  const { lines, url, stop } = await startMock(folder, ["a.yaml", "--no-watch"]);
  expect((await fetch(`${url}/links`)).status).toBe(200);
  await stop();
  expect(lines.filter((line) => line.includes("fragment"))).toEqual([
    "A request has no fragment (#...), so the mock ignores it in the path of: GET /items#folders, GET /links#all.",
    "If operations differ only in the fragment, the mock serves the first.",
  ]);
});

describe("a mock of channels", () => {
  async function open(path: string): Promise<{ socket: WebSocket; got: unknown[] }> {
    const socket = new WebSocket(`${mock?.url}${path}`);
    const got: unknown[] = [];
    socket.on("message", (data: Buffer, isBinary: boolean) =>
      got.push(isBinary ? data.length : JSON.parse(String(data))),
    );
    await new Promise((resolve, reject) => {
      socket.on("open", resolve);
      socket.on("error", reject);
    });
    return { socket, got };
  }

  it("33.4 sends and accepts bytes for a binary message", async () => {
    await start(
      `asyncapi: 3.0.0
info: { title: Camera, version: "1.0" }
servers: { main: { host: camera.example, protocol: wss } }
channels:
  camera:
    address: /camera
    messages:
      picture: { contentType: image/png, examples: [{ payload: none }] }
operations:
  show: { action: send, channel: { $ref: "#/channels/camera" } }
  take: { action: receive, channel: { $ref: "#/channels/camera" } }
`,
      "--interval",
      "20",
    );
    const { socket, got } = await open("/camera");
    await expect.poll(() => got[0]).toBe(16);
    socket.send(Buffer.from("ab"));
    await expect.poll(() => got[1]).toBe(16);
    socket.close();
  });

  it("sends the messages of the provider in turn", async () => {
    await start(chat, "--interval", "20");
    const { socket, got } = await open("/rooms/one");
    await expect.poll(() => got.length).toBeGreaterThan(2);
    const kinds = got.slice(0, 3).map((each) => Reflect.get(Object(each), "type"));
    expect([...kinds].sort()).not.toContain("told");
    expect(new Set(kinds)).toEqual(new Set(["said", "left"]));
    socket.close();
  });

  it("responds to a request with a reply that has its id", async () => {
    await start(chat, "--interval", "60000");
    const { socket, got } = await open("/rooms/one");
    socket.send('{"type":"ask","id":"q7"}');
    await expect.poll(() => got).toContainEqual({ type: "told", id: "q7", people: 1 });
    socket.close();
  });

  it.each([
    ["/orders", 1],
    ["/orders?since=41", 41],
  ])("numbers the messages of %s from %d, and ends no backlog", async (path, from) => {
    await start(feed, "--interval", "5");
    const { socket, got } = await open(path);
    await expect.poll(() => got.length).toBeGreaterThan(2);
    const orders = [from, from + 1, from + 2].map((seq) => ({ type: "order", seq }));
    expect(got.slice(0, 3)).toEqual(orders);
    socket.close();
  });

  it("sends a snapshot of each added key, and then its changes", async () => {
    await start(feed, "--interval", "5");
    const { socket, got } = await open("/books");
    socket.send('{"type":"add","keys":["a","b"]}');
    await expect.poll(() => got.length).toBeGreaterThan(5);
    const ofKey = (key: string): readonly unknown[] =>
      got.filter((each) => Reflect.get(Object(each), "key") === key);
    for (const key of ["a", "b"]) {
      expect(ofKey(key).slice(0, 2)).toEqual([
        { type: "book", key, n: 1 },
        { type: "change", key, n: 2 },
      ]);
    }
    socket.send('{"type":"remove","keys":["a"]}');
    const before = got.length;
    await expect.poll(() => got.length).toBeGreaterThan(before + 8);
    expect(new Set(got.slice(-3).map((each) => Reflect.get(Object(each), "key")))).toEqual(
      new Set(["b"]),
    );
    socket.close();
  });

  it("ends connections when it is stopped", async () => {
    const { stop } = await start(chat);
    const { socket } = await open("/rooms/one");
    const closed = new Promise<number>((resolve) => socket.on("close", resolve));
    expect(await stop()).toBe(0);
    expect(await closed).toBe(1001);
  });
});

it("lists channels with the path of their server", async () => {
  const document = `asyncapi: 3.0.0
info: { title: Echo, version: "1" }
servers: { main: { host: echo.example, protocol: wss, pathname: /raw } }
channels:
  root: { address: /, messages: { m: { payload: { const: all } } } }
  deep: { address: /deep, messages: { m: { payload: { const: all } } } }
operations: { s: { action: send, channel: { $ref: "#/channels/root" } }, t: { action: send, channel: { $ref: "#/channels/deep" } } }
`;
  const folder = await folderOf({ "a.yaml": document });
  const { lines, url, stop } = await startMock(folder, ["a.yaml", "--no-watch"]);
  expect(lines).toContain("2 channels: /raw/deep /raw. Stop it with Ctrl+C.");
  for (const path of ["/raw", "/raw/deep"]) {
    const socket = new WebSocket(url + path);
    const [message] = await once(socket, "message");
    expect(`${message}`).toBe('"all"');
    socket.terminate();
  }
  await stop();
});

describe("a mock that cannot start", () => {
  it("names the port in use", async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const port = Object(holder.address()).port;
    const folder = await folderOf({ "shop.yaml": shop });
    const { code, err } = await command(folder, ["mock", "shop.yaml", "--port", `${port}`]);
    expect(code).toBe(1);
    expect(err).toContain(`error address_unusable: Cannot listen on port ${port}`);
    await new Promise((resolve) => holder.close(resolve));
  });

  it.each([
    ["EACCES", "Choose a port from 1024"],
    ["EADDRINUSE", "or stop the process that uses it"],
    ["ENOTFOUND", "Set --host to an address of this machine"],
  ])("gives a fix that suits %s", (code, fix) => {
    const error = addressError(Object.assign(new Error(code), { code }), 80, "localhost");
    expect(error).toMatchObject({ code: "address_unusable", fix: expect.stringContaining(fix) });
  });

  it.each([
    [["missing.yaml"], "document_not_found"],
    [["empty.yaml"], "no operations and no WebSocket channels"],
    [["wrong.yaml"], "error"],
    [["shop.yaml", "--port", "many"], "Expected a whole number."],
    // An address for documentation (RFC 5737).
    [["shop.yaml", "--host", "192.0.2.1"], "Set --host to an address of this machine"],
  ])("explains the fault in %j", async (args, want) => {
    const head = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';
    const folder = await folderOf({
      "shop.yaml": shop,
      "empty.yaml": `${head}paths: {}\n`,
      "wrong.yaml": `${head}paths: { /a: { get: { responses: 7 } } }\n`,
    });
    const { code, err } = await command(folder, ["mock", ...args]);
    expect(code).toBe(1);
    expect(err).toContain(want);
  });
});
