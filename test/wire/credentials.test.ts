// The bytes of credentials: the client sends exactly one of the alternatives that an operation allows, and
// a server accepts it.

import { connect } from "node:net";
import * as client from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import * as server from "@specwright/rest/server";
import { expect, onTestFinished, test } from "vitest";
import { generateOperations } from "./generate-operations.ts";
import { recordRequests } from "./record-requests.ts";

interface CredentialRow {
  /** The Security Requirement Objects of the operation. Default: the document's. */
  readonly security?: readonly object[];
  readonly credentials: client.Credentials;
  /** The parts of the request with credentials: the query, `Authorization`, `Cookie`, `X-*`. */
  readonly want: readonly string[];
  /** The caller according to the server, if it accepts the credentials. */
  readonly who?: string;
}

const securitySchemes = {
  header: { type: "apiKey", in: "header", name: "X-Api-Key" },
  query: { type: "apiKey", in: "query", name: "api key" },
  cookie: { type: "apiKey", in: "cookie", name: "session" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  capital: { type: "http", scheme: "Bearer" },
  oauth: { type: "oauth2", flows: {} },
  oidc: { type: "openIdConnect", openIdConnectUrl: "https://id.example" },
};

const header = client.apiKey({ in: "header", name: "X-Api-Key" }, "k/1=");
const query = client.apiKey({ in: "query", name: "api key" }, "k &+1");
const cookie = client.apiKey({ in: "cookie", name: "session" }, "s%3Aa/b=");
const basic = client.basic("Aladdin", "open sesame");
const bearer = client.bearer("t.1");
const all = { header, query, cookie, basic, bearer };

const rows: readonly CredentialRow[] = [
  // A scheme that the document does not declare, read leniently: the client neither guesses nor drops it.
  { security: [{ legacy: [] }], credentials: {}, want: ["missing_credentials"] },
  { security: [{ legacy: [] }], credentials: { legacy: "t.1" }, want: ["missing_credentials"] },
  {
    security: [{ legacy: [] }],
    credentials: { legacy: bearer },
    want: ["Authorization: Bearer t.1"],
    who: "t.1",
  },
  {
    security: [{ legacy: [] }, { header: [] }],
    credentials: { header },
    want: ["X-Api-Key: k/1="],
    who: "k/1=",
  },
  { security: [{ header: [] }], credentials: { header }, want: ["X-Api-Key: k/1="], who: "k/1=" },
  {
    security: [{ query: [] }],
    credentials: { query },
    want: ["?api%20key=k%20%26%2B1"],
    who: "k &+1",
  },
  {
    security: [{ cookie: [] }],
    credentials: { cookie },
    want: ["Cookie: session=s%3Aa/b="],
    who: "s:a/b=",
  },
  // RFC 7617, section 2, and section 2.1 for UTF-8.
  {
    security: [{ basic: [] }],
    credentials: { basic },
    want: ["Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
    who: "Aladdin:open sesame",
  },
  {
    security: [{ basic: [] }],
    credentials: { basic: client.basic("test", "123\u00a3") },
    want: ["Authorization: Basic dGVzdDoxMjPCow=="],
    who: "test:123\u00a3",
  },
  {
    security: [{ bearer: [] }],
    credentials: { bearer },
    want: ["Authorization: Bearer t.1"],
    who: "t.1",
  },
  {
    security: [{ bearer: [] }],
    credentials: { bearer: "t.1" },
    want: ["Authorization: Bearer t.1"],
    who: "t.1",
  },
  {
    security: [{ capital: [] }],
    credentials: { capital: bearer },
    want: ["Authorization: Bearer t.1"],
    who: "t.1",
  },
  {
    security: [{ oauth: ["a"] }],
    credentials: { oauth: bearer },
    want: ["Authorization: Bearer t.1"],
    who: "t.1",
  },
  {
    security: [{ oidc: [] }],
    credentials: { oidc: bearer },
    want: ["Authorization: Bearer t.1"],
    who: "t.1",
  },
  // Of several alternatives, only the first that has all of its credentials.
  {
    security: [{ header: [] }, { query: [] }, { bearer: [] }],
    credentials: all,
    want: ["X-Api-Key: k/1="],
    who: "k/1=",
  },
  {
    security: [{ query: [] }, { bearer: [] }],
    credentials: { bearer },
    want: ["Authorization: Bearer t.1"],
    who: "t.1",
  },
  {
    security: [{ header: [], query: [] }, { bearer: [] }],
    credentials: { header, bearer },
    want: ["Authorization: Bearer t.1"],
    who: "t.1",
  },
  // All schemes of one alternative.
  {
    security: [{ header: [], cookie: [] }, { bearer: [] }],
    credentials: all,
    want: ["X-Api-Key: k/1=", "Cookie: session=s%3Aa/b="],
    who: "s:a/b=",
  },
  // Anonymous requests where they are allowed, unless there are credentials.
  { security: [{}], credentials: all, want: [] },
  { security: [], credentials: all, want: [] },
  { security: [{}, { bearer: [] }], credentials: {}, want: [] },
  {
    security: [{}, { bearer: [] }],
    credentials: all,
    want: ["Authorization: Bearer t.1"],
    who: "t.1",
  },
  { credentials: all, want: ["Authorization: Bearer t.1"], who: "t.1" },
  { security: [{ bearer: [] }], credentials: { header }, want: ["missing_credentials"] },
  {
    security: [{ cookie: [] }],
    credentials: { cookie: client.apiKey({ in: "cookie", name: "session" }, "a; b=c") },
    want: ["Cookie: session=a%3B%20b=c"],
    who: "a; b=c",
  },
];

const paths = rows.map(({ security }, index) => {
  const responses = { 204: { description: "Nothing." } };
  return [`/r${index}`, { get: { operationId: `r${index}`, security, responses } }];
});
const document = {
  openapi: "3.1.1",
  info: { title: "W", version: "1" },
  security: [{ bearer: [] }],
  components: { securitySchemes },
  paths: Object.fromEntries(paths),
};

function credentialsIn(request: string): readonly string[] {
  const [line = "", ...headers] = request.split("\r\n");
  const [, target = request] = line.split(" ");
  const search = target.includes("?") ? [target.slice(target.indexOf("?"))] : [];
  const own = headers.filter((each) => /^(?:authorization|cookie|x-api-key):/i.test(each));
  return [...search, ...own.map((each) => each.replace(/^[^:]*/, (name) => titled(name)))];
}

function titled(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

async function writtenRequests(): Promise<readonly string[]> {
  const operations = await generateOperations(document, {}, { lenient: true });
  const recorder = await recordRequests();
  const written: string[] = [];
  for (const [index, { credentials }] of rows.entries()) {
    const operation = operations.get(`r${index}`);
    if (operation === undefined) throw new Error(`no operation r${index}`);
    const transport = client.restTransport({ baseUrl: recorder.url, credentials });
    const failed = await transport.call(operation, {}).then(
      () => undefined,
      (error: client.RestError) => error.code,
    );
    written.push(failed ?? recorder.last());
  }
  return written;
}

test("credentials are written as in the table", async () => {
  const written = await writtenRequests();
  const found = written.map((each) => (each.includes(" ") ? credentialsIn(each) : [each]));
  expect(found).toEqual(rows.map(({ want }) => want));
});

test("credentials are read back", async () => {
  const operations = await generateOperations(document, {}, { lenient: true });
  const written = await writtenRequests();
  const whole = (text: string): string => text;
  const token = server.bearer(whole);
  const handlers = [...operations.keys()].map((id) => [
    id,
    (_: unknown, { principal }: server.RequestContext<string>) => {
      who = principal;
      return { status: 204 };
    },
  ]);
  let who: string | undefined;
  const app = createRestServer({
    operations: [...operations.values()],
    handlers: Object.fromEntries(handlers),
    authenticate: {
      header: server.apiKey({ in: "header", name: "X-Api-Key" }, whole),
      query: server.apiKey({ in: "query", name: "api key" }, whole),
      cookie: server.apiKey({ in: "cookie", name: "session" }, whole),
      basic: server.basic(({ user, password }) => `${user}:${password}`),
      ...{ bearer: token, capital: token, oauth: token, oidc: token, legacy: token },
    },
  });
  onTestFinished(() => app.close());
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  for (const [index, row] of rows.entries()) {
    const request = written[index] ?? "";
    if (!request.includes(" ")) continue;
    who = undefined;
    const socket = connect(address.port, "127.0.0.1");
    socket.write(request.replace(/\r\nconnection: [^\r]*/i, "\r\nConnection: close"), "latin1");
    let answer = "";
    for await (const chunk of socket) answer += String(chunk);
    expect([index, answer.slice(9, 12), who]).toEqual([index, "204", row.who]);
  }
});
