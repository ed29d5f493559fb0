// The security schemes of a document: the credentials that a generated client sends to a plain
// server, and the clients that a generated server admits.

import { once } from "node:events";
import { type StreamCredentials, streamTransport } from "@specwright/streams/client";
import { createStreamServer, type StreamAuthenticators } from "@specwright/streams/server";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { loadDocument } from "./load-document.ts";
import { plainServer } from "./plain-server.ts";

const schemes = `
    login: { type: userPassword }
    bearer: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
    hawk: { type: http, scheme: hawk }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://a.example/t", availableScopes: {} } } }
    header: { type: httpApiKey, in: header, name: X-Key }
    query: { type: httpApiKey, in: query, name: "api key" }
    cookie: { type: httpApiKey, in: cookie, name: session }
    user: { type: apiKey, in: user }
    password: { type: apiKey, in: password }
    cert: { type: X509 }
`;
const list = (ids: readonly string[]): string =>
  ids.map((id) => `{ $ref: "#/components/securitySchemes/${id}" }`).join(", ");
const documentOf = (server: readonly string[], operation: readonly string[]): string => `
asyncapi: 3.0.0
info: { title: Safe, version: "1" }
servers:
  main: { host: localhost, protocol: ws, security: [${list(server)}] }
channels:
  safe: { address: /safe, messages: { word: { payload: { type: string } } } }
operations:
  say: { action: send, channel: { $ref: "#/channels/safe" }, security: [${list(operation)}] }
components:
  securitySchemes: ${schemes}
`;
const load = (server: readonly string[], operation: readonly string[] = []) =>
  loadDocument({ text: documentOf(server, operation) });

const login = { user: "ann", secret: "pä:ss" };
const encoded = Buffer.from("ann:pä:ss").toString("base64");

type Sent = { readonly url?: string; readonly headers?: Readonly<Record<string, string>> };
const cases: readonly (readonly [
  server: readonly string[],
  operation: readonly string[],
  given: StreamCredentials,
  want: Sent,
])[] = [
  [["login"], [], { login }, { headers: { authorization: `Basic ${encoded}` } }],
  [["basic"], [], { basic: login }, { headers: { authorization: `Basic ${encoded}` } }],
  [["bearer"], [], { bearer: async () => "t" }, { headers: { authorization: "Bearer t" } }],
  [["oauth"], [], { oauth: () => "t" }, { headers: { authorization: "Bearer t" } }],
  [["hawk"], [], { hawk: "id=1" }, { headers: { authorization: "hawk id=1" } }],
  [["header"], [], { header: "k" }, { headers: { "x-key": "k" } }],
  [["query"], [], { query: "a b&c" }, { url: "/safe?api%20key=a%20b%26c" }],
  [["cookie"], [], { cookie: "c;d" }, { headers: { cookie: "session=c%3Bd" } }],
  [["user"], [], { user: "u" }, { headers: { authorization: `Basic ${btoa("u:")}` } }],
  [["password"], [], { password: "p" }, { headers: { authorization: `Basic ${btoa(":p")}` } }],
  [
    ["user"],
    ["password"],
    { user: "u", password: "p" },
    {
      headers: { authorization: `Basic ${btoa("u:p")}` },
    },
  ],
  [["cert"], [], { cert: { headers: { "X-Cert": "c" } } }, { headers: { "x-cert": "c" } }],
  [["header", "bearer"], [], { bearer: "t" }, { headers: { authorization: "Bearer t" } }],
  [
    ["bearer"],
    ["query"],
    { bearer: "t", query: "q" },
    {
      url: "/safe?api%20key=q",
      headers: { authorization: "Bearer t" },
    },
  ],
];

describe("a client sends", () => {
  it("the credential for a query parameter of the binding with its name", async () => {
    const text = documentOf(["query"], []).replace(
      "channels:\n  safe: {",
      `channels:
  safe: { bindings: { ws: { query: { type: object, required: [api key, room], properties: { api key: { type: string }, room: { type: string } } } } },`,
    );
    const { client, channels, files, remove } = await loadDocument({ text });
    expect(files.get("types.ts")).toContain('query: Omit<SafeQuery, "api key">;');
    const server = createStreamServer({
      channels,
      authenticate: { query: ({ secret }) => (secret === "k" ? "ann" : undefined) },
      handlers: { safe: (served) => served.send("hi") },
    });
    const { url } = await server.listen();
    for (const query of [{ room: "a" }, { room: "a", "api key": "another" }]) {
      const transport = streamTransport({ url, credentials: { query: "k" } });
      const stream = client["safe"]?.(transport, { query });
      expect((await stream?.[Symbol.asyncIterator]().next())?.value).toBe("hi");
      await stream?.close();
    }
    await server.close();
    await remove();
  });

  it.each(cases)("for %j and %j", async (server, operation, credentials, { url, headers }) => {
    const { client, channels, remove } = await load(server, operation);
    const plain = await plainServer((socket) => socket.send(`"hi"`));
    const stream = client["safe"]?.(streamTransport({ url: plain.url, credentials }));
    expect((await stream?.[Symbol.asyncIterator]().next())?.value).toBe("hi");
    await stream?.close();
    const [request] = plain.requests;
    expect(request?.url).toBe(url ?? "/safe");
    expect(request?.headers).toMatchObject(headers ?? {});
    const own = ["x-key", "authorization", "cookie", "sec-websocket-protocol", "x-cert"];
    const sent = Object.keys(request?.headers ?? {}).filter((name) => own.includes(name));
    expect(sent.sort()).toEqual(Object.keys(headers ?? {}).sort());
    await plain.close();

    // Our server accepts our client's credentials, and passes them to the authenticators.
    const seen: unknown[] = [];
    const authenticate: StreamAuthenticators = Object.fromEntries(
      [...server, ...operation].map((id) => [
        id,
        ({ user, secret }, { headers: given }) => {
          if (id === "cert" && given["x-cert"] !== "c") return undefined;
          seen.push([id, user, secret]);
          return { id };
        },
      ]),
    );
    const principals: unknown[] = [];
    const ours = createStreamServer({
      channels,
      authenticate,
      context: (peer) => void principals.push(peer.principals),
      handlers: { safe: (served) => served.send("hi") },
    });
    const address = await ours.listen();
    const again = client["safe"]?.(streamTransport({ url: address.url, credentials }));
    expect((await again?.[Symbol.asyncIterator]().next())?.value).toBe("hi");
    await again?.close();
    await ours.close();
    const ids = Object.keys(credentials);
    expect(principals).toEqual([Object.fromEntries(ids.map((id) => [id, { id }]))]);
    await remove();
  });

  const both: StreamCredentials = { bearer: "t", login, query: "q", header: "k" };
  const smallest: readonly (readonly [
    server: readonly string[],
    operation: readonly string[],
    given: StreamCredentials,
    want: Sent,
  ])[] = [
    [["login", "query", "bearer"], ["bearer"], both, { headers: { authorization: "Bearer t" } }],
    [["bearer"], ["query", "bearer"], both, { headers: { authorization: "Bearer t" } }],
    [
      ["login", "header"],
      ["bearer"],
      both,
      { headers: { "x-key": "k", authorization: "Bearer t" } },
    ],
    [
      ["oauth"],
      ["bearer"],
      { oauth: "t", bearer: "t" },
      { headers: { authorization: "Bearer t" } },
    ],
  ];
  it.each(smallest)("the least for %j and %j", async (server, operation, credentials, want) => {
    const { client, remove } = await load(server, operation);
    const plain = await plainServer((socket) => socket.send(`"hi"`));
    const stream = client["safe"]?.(streamTransport({ url: plain.url, credentials }));
    await stream?.[Symbol.asyncIterator]().next();
    await stream?.close();
    const [request] = plain.requests;
    const { authorization, "x-key": key } = request?.headers ?? {};
    const sent = { ...(authorization && { authorization }), ...(key && { "x-key": key }) };
    expect([request?.url, sent]).toEqual(["/safe", want.headers]);
    await plain.close();
    await remove();
  });

  it("nothing if two credentials need the same header", async () => {
    const { client, remove } = await load(["login"], ["bearer"]);
    const open = () =>
      client["safe"]?.(streamTransport({ url: "ws://127.0.0.1:9", credentials: both }));
    expect(open).toThrow("login and bearer, which use the same place in the request");
    await remove();
  });

  it("nothing without credentials, and names the missing ones", async () => {
    const { client, remove } = await load(["bearer", "header"], ["login"]);
    const open = (credentials: StreamCredentials) => () =>
      client["safe"]?.(streamTransport({ url: "ws://127.0.0.1:9", credentials }));
    expect(open({})).toThrow("the channel needs credentials for bearer, or header");
    expect(open({ bearer: "t" })).toThrow("the channel needs credentials for login");
    await remove();
  });

  it.each([
    ["a user with a password", { user: "ada", secret: "s" }],
    ["a function that returns no text", (): string => ""],
  ])("nothing for a bearer that has %s", async (_what, bearer) => {
    const { client, remove } = await load(["bearer"], ["bearer"]);
    const transport = streamTransport({ url: "ws://127.0.0.1:9", credentials: { bearer } });
    const stream = client["safe"]?.(transport);
    await expect(stream?.[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "unauthorized",
      message: expect.stringMatching(
        "of bearer are empty or malformed. Pass a text, or a function",
      ),
    });
    await remove();
  });
});

describe("a server", () => {
  it("does not start without an authenticator for each scheme", async () => {
    const { channels, remove } = await load(["bearer", "header"], ["login"]);
    const start = (authenticate?: StreamAuthenticators) => () =>
      createStreamServer({
        channels,
        handlers: { safe() {} },
        ...(authenticate && { authenticate }),
      });
    expect(start()).toThrow("pass a function in `authenticate` for bearer, header, login");
    const verify = () => undefined;
    expect(start({ bearer: verify, login: verify })).toThrow(
      "a function in `authenticate` for header",
    );
    expect(start({ bearer: verify, login: verify, header: verify })).not.toThrow();
    await remove();
  });

  const answers: readonly (readonly [
    it: string,
    headers: Record<string, string>,
    status: number,
    query?: string,
  ])[] = [
    ["nothing", {}, 401],
    ["a wrong token", { authorization: "Bearer x" }, 401],
    ["a token alone", { authorization: "Bearer t" }, 401],
    ["the key of the operation alone", { "x-key": "k" }, 401],
    ["both", { authorization: "Bearer t", "x-key": "k" }, 101],
    ["a key in a query of a form", { "x-key": "k" }, 101, "?api+key=k+1%26"],
    ["both, by the other alternative", { cookie: "a=b; session=c", "x-key": "k" }, 101],
    ["one that is too long", { authorization: `Bearer t${" ".repeat(5000)}t`, "x-key": "k" }, 401],
  ];
  it("admits a client that satisfies one alternative of each list", async () => {
    const { channels, remove } = await load(["bearer", "cookie", "query"], ["header"]);
    const is = (want: string) => (credential: { readonly secret: string }) =>
      credential.secret === want ? want : undefined;
    const server = createStreamServer({
      channels,
      authenticate: { bearer: is("t"), cookie: is("c"), header: is("k"), query: is("k 1&") },
      handlers: { safe() {} },
    });
    const { url } = await server.listen();
    const found: unknown[] = [];
    for (const [, headers, , query = ""] of answers) {
      const socket = new WebSocket(`${url}/safe${query}`, { headers });
      socket.on("error", () => {});
      const status = await Promise.race([
        once(socket, "open").then(() => 101),
        once(socket, "unexpected-response").then(([, { statusCode, headers: given }]) =>
          given["www-authenticate"] === "Bearer" ? statusCode : given,
        ),
      ]);
      found.push(status);
      socket.terminate();
    }
    expect(found).toEqual(answers.map(([, , status]) => status));
    await server.close();
    await remove();
  });
});
