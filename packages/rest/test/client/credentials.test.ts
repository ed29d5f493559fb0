// Where credentials go, and how tokens are obtained, kept and replaced.

import {
  type Credentials,
  clientCredentials,
  type IssuedTokens,
  type RestTransportOptions,
  refreshToken,
  restTransport,
  type TokenEndpoint,
} from "@specwright/rest/client";
import { RestError } from "@specwright/runtime";
import { type OperationDescriptor, serverUrl } from "@specwright/runtime/codegen";
import { allEncoders, fakeClock } from "@specwright/runtime/testing";
import { describe, expect, it } from "vitest";
import { type Answer, reply, type StubServer, stubServer } from "./stub-server.ts";

const ping: OperationDescriptor = {
  encoders: allEncoders,
  id: "ping",
  method: "POST",
  path: "/ping",
  parameters: [{ name: "session", in: "cookie" }],
  validators: {},
  body: { content: { "text/plain": { kind: "text" } } },
  responses: { 204: {}, 401: {} },
  security: [["oauth"]],
  schemes: {
    header: { in: "header", name: "X-Key" },
    query: { in: "query", name: "api key" },
    cookie: { in: "cookie", name: "sid" },
    digest: { in: "header", name: "Authorization", prefix: "Digest " },
    basic: { in: "header", name: "Authorization", prefix: "Basic " },
  },
};

describe("a bare secret goes where the contract says", () => {
  const cases: readonly [
    security: OperationDescriptor["security"],
    credentials: Credentials,
    want: object,
  ][] = [
    [[["header"]], { header: "k 1" }, { key: "k 1" }],
    [[["query"]], { query: "a+b&c=d/é" }, { url: "/ping?api%20key=a%2Bb%26c%3Dd%2F%C3%A9" }],
    [[["cookie"]], { cookie: "a b;c" }, { cookie: "session=1; sid=a%20b%3Bc" }],
    [[["digest"]], { digest: "x=1" }, { authorization: "Digest x=1" }],
    [[["oauth"]], { oauth: "t" }, { authorization: "Bearer t" }],
    [[["oauth"]], { oauth: async () => "t" }, { authorization: "Bearer t" }],
    [
      [["basic"]],
      { basic: { username: "ü", password: async () => "p:q" } },
      { authorization: "Basic w7w6cDpx" },
    ],
    [[["tls"]], { tls: true }, { authorization: undefined, url: "/ping" }],
    [[["tls", "header"]], { tls: true, header: "k" }, { key: "k" }],
    // Of several alternatives, exactly one is sent.
    [
      [["header"], ["query"], ["oauth"]],
      { header: "k", query: "q", oauth: "t" },
      { key: "k", url: "/ping", authorization: undefined },
    ],
    [
      [["header", "query"], ["oauth"]],
      { header: "k", oauth: "t" },
      { key: undefined, url: "/ping", authorization: "Bearer t" },
    ],
    [[], { header: "k", oauth: "t" }, { key: undefined, authorization: undefined }],
  ];
  it.each(cases)("%j", async (security, credentials, want) => {
    await using server = await stubServer(reply(204));
    const transport = restTransport({ baseUrl: server.url, credentials });
    await transport.call({ ...ping, security }, { cookies: { session: "1" } });
    const [seen] = server.seen;
    const { authorization, cookie } = seen?.headers ?? {};
    expect({ url: seen?.url, key: seen?.headers["x-key"], authorization, cookie }).toMatchObject(
      want,
    );
  });
});

/** A service and its token endpoint; only the newest token is accepted. */
async function oauthServer(answers: readonly object[], lag?: Promise<void>): Promise<StubServer> {
  let issued = 0;
  const tokens = answers.map((each) => ("access_token" in each ? each.access_token : undefined));
  const answer: Answer = async (response, { url, headers }) => {
    if (url === "/token") {
      const given = answers[Math.min(issued, answers.length - 1)] ?? {};
      issued += 1;
      await lag;
      response.writeHead("error" in given ? 400 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(given));
      return;
    }
    const isGood = headers.authorization === `Bearer ${tokens[issued - 1]}`;
    response.writeHead(isGood ? 204 : 401).end();
  };
  return await stubServer(answer);
}

const tokenRequests = ({ seen }: StubServer): string[] =>
  seen.filter(({ url }) => url === "/token").map(({ body }) => body.toString());
const callsOf = ({ seen }: StubServer): (string | undefined)[] =>
  seen.filter(({ url }) => url === "/ping").map(({ headers }) => headers.authorization);

function client(server: StubServer, oauth: NonNullable<Credentials["oauth"]>) {
  const options: RestTransportOptions = { baseUrl: server.url, credentials: { oauth } };
  return restTransport(options);
}

const bearer = { token_type: "Bearer", expires_in: 3600 };
const own = (server: StubServer, more: Partial<TokenEndpoint> = {}) => ({
  tokenUrl: `${server.url}/token`,
  clientId: "my app",
  clientSecret: "s:é%+",
  ...more,
});

describe("client credentials", () => {
  it("are exchanged once, and the token is kept", async () => {
    await using server = await oauthServer([{ ...bearer, access_token: "t1" }]);
    const transport = client(server, clientCredentials(own(server, { scopes: ["a", "b c"] })));
    for (let count = 0; count < 3; count += 1) await transport.call(ping, {});
    expect(tokenRequests(server)).toEqual(["grant_type=client_credentials&scope=a+b+c"]);
    const [request] = server.seen;
    expect(request?.headers).toMatchObject({
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
      // "my+app:s%3A%C3%A9%25%2B", form-encoded before it is base64.
      authorization: `Basic ${btoa("my+app:s%3A%C3%A9%25%2B")}`,
    });
    expect(callsOf(server)).toEqual(["Bearer t1", "Bearer t1", "Bearer t1"]);
  });

  it("are sent in the body by option, with further parameters", async () => {
    await using server = await oauthServer([{ ...bearer, access_token: "t1" }]);
    const options = own(server, { authentication: "body", parameters: { audience: "x/y" } });
    await client(server, clientCredentials({ ...options, clientSecret: "s" })).call(ping, {});
    expect(tokenRequests(server)).toEqual([
      "grant_type=client_credentials&audience=x%2Fy&client_id=my+app&client_secret=s",
    ]);
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it("are exchanged once for calls at the same time", async () => {
    let go = (): void => undefined;
    const lag = new Promise<void>((resolve) => {
      go = resolve;
    });
    await using server = await oauthServer([{ ...bearer, access_token: "t1" }], lag);
    const transport = client(server, clientCredentials(own(server)));
    const calls = [1, 2, 3].map(() => transport.call(ping, {}));
    setTimeout(go, 20);
    await Promise.all(calls);
    expect(tokenRequests(server)).toHaveLength(1);
  });

  it("are exchanged again before the token expires", async () => {
    await using server = await oauthServer(
      ["t1", "t2"].map((access_token) => ({
        access_token,
        token_type: "bearer",
        expires_in: "100",
      })),
    );
    const clock = fakeClock();
    const transport = client(server, clientCredentials(own(server, { clock, earlyMs: 10_000 })));
    for (const waitMs of [0, 89_000, 2_000, 80_000]) {
      await clock.advance(waitMs);
      await transport.call(ping, {});
    }
    expect(callsOf(server)).toEqual(["Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2"]);
  });

  it("are exchanged again after a 401, once, and the call is sent again", async () => {
    await using server = await oauthServer([
      { ...bearer, access_token: "t1" },
      { ...bearer, access_token: "t2" },
    ]);
    const source = clientCredentials(own(server));
    await source();
    await source("t1");
    const late = client(server, async (refused) =>
      refused === undefined ? "t1" : await source(refused),
    );
    const answers = await Promise.all([1, 2].map(() => late.call(ping, { body: "again" })));
    expect(answers).toEqual([{ status: 204 }, { status: 204 }]);
    expect(tokenRequests(server)).toHaveLength(2);
    expect(callsOf(server).sort()).toEqual(["Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2"]);
    const bodies = server.seen.filter(({ url }) => url === "/ping").map(({ body }) => `${body}`);
    expect(bodies).toEqual(["again", "again", "again", "again"]);
  });

  const refusals: readonly [answer: object, message: string][] = [
    [{ error: "invalid_client", error_description: "No such client" }, "invalid_client: No such"],
    [{ nothing: 1 }, "with status 200"],
    [{ access_token: "x", token_type: "mac" }, "with status 200"],
  ];
  it.each(refusals)("that are refused are an error: %j", async (answer, message) => {
    await using server = await oauthServer([answer]);
    const error: unknown = await client(server, clientCredentials(own(server)))
      .call(ping, {})
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(RestError);
    expect(error).toMatchObject({ code: "token_refused" });
    expect(`${error}`).toContain(message);
    expect(callsOf(server)).toEqual([]);
  });

  it("do not follow a redirect, and leave a call that was aborted", async () => {
    await using server = await stubServer(
      reply(307, undefined, "", { location: "http://127.0.0.1:9/" }),
    );
    const source = clientCredentials(own(server));
    await expect(source()).rejects.toMatchObject({ code: "token_refused" });
    const hanging = client(server, () => new Promise<string>(() => undefined));
    const signal = AbortSignal.timeout(20);
    await expect(hanging.call(ping, {}, { signal })).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("a refresh token", () => {
  it("is replaced by the one that was issued", async () => {
    await using server = await oauthServer([
      { ...bearer, access_token: "t1", refresh_token: "r2" },
      { ...bearer, access_token: "t2" },
      { ...bearer, access_token: "t3", refresh_token: "r3" },
    ]);
    const kept: IssuedTokens[] = [];
    const source = refreshToken({
      tokenUrl: `${server.url}/token`,
      clientId: "public",
      refreshToken: "r1",
      accessToken: "t0",
      onTokens: (tokens) => void kept.push(tokens),
    });
    expect([await source(), await source("t0"), await source("t1"), await source("t2")]).toEqual([
      "t0",
      "t1",
      "t2",
      "t3",
    ]);
    expect(tokenRequests(server)).toEqual(
      ["r1", "r2", "r2"].map(
        (token) => `grant_type=refresh_token&refresh_token=${token}&client_id=public`,
      ),
    );
    expect(kept.map((tokens) => tokens.refreshToken)).toEqual(["r2", "r2", "r3"]);
  });
});

describe("a source of the caller's own", () => {
  it("is called again after a 401, with the refused token, but only once", async () => {
    await using server = await stubServer(reply(401));
    const asked: (string | undefined)[] = [];
    const source = async (refused?: string): Promise<string> => {
      asked.push(refused);
      return `t${asked.length}`;
    };
    const answer = await client(server, source).call(ping, {});
    expect(answer).toEqual({ status: 401 });
    expect(asked).toEqual([undefined, "t1"]);
    expect(callsOf(server)).toEqual(["Bearer t1", "Bearer t2"]);
  });

  it.each([
    ["it returns the same", async () => "t1", "x"],
    ["the secret is a string", "t1", "x"],
    ["the body can be read only once", undefined, new Blob(["x"]).stream()],
  ] as const)("does not repeat a call if %s", async (_, secret, body) => {
    await using server = await stubServer(reply(401));
    let count = 0;
    const oauth = secret ?? counting;
    function counting(): string {
      count += 1;
      return `t${count}`;
    }
    const operation: OperationDescriptor = {
      ...ping,
      body: { content: { "text/plain": { kind: typeof body === "string" ? "text" : "bytes" } } },
    };
    expect(await client(server, oauth).call(operation, { body })).toEqual({ status: 401 });
    expect(callsOf(server)).toHaveLength(1);
  });

  it("that throws after a 401 fails the call with its error", async () => {
    await using server = await stubServer(reply(401));
    const broken = new Error("vault is shut");
    const source = (refused?: string) =>
      refused === undefined ? "t1" : Promise.reject<string>(broken);
    await expect(client(server, source).call(ping, {})).rejects.toBe(broken);
  });
});

describe("the base URL", () => {
  it("is that of the operation if it is a function", async () => {
    await using server = await stubServer(reply(204));
    const transport = restTransport({
      baseUrl: ({ id }) => serverUrl("{base}/{version}/", { base: server.url, version: id }),
      credentials: { oauth: "t" },
    });
    await transport.call(ping, {});
    expect(server.seen.map(({ url }) => url)).toEqual(["/ping/ping"]);
    const wrong = restTransport({ baseUrl: () => "localhost:1", credentials: { oauth: "t" } });
    await expect(wrong.call(ping, {})).rejects.toMatchObject({ code: "invalid_base_url" });
  });
});
