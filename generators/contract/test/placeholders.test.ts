import { describe, expect, it } from "vitest";
import { build } from "./contract-of.ts";

const head = `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  market:
    address: /market
    messages:
      accepted: { payload: {} }
      level: { payload: {} }
`;

/** A feed with each template; each case changes one text. */
const feed = `${head}    x-envelope: { version: 1, match: [{ message: accepted, where: { /ok: true } }, { message: level, where: {} }] }
    x-subscription:
      version: 1
      acknowledgement: { messages: [accepted], alias: /sid }
      setup: [{ payload: { op: hello, id: "{id}" } }]
      topics:
        book:
          parameters: { symbol: { type: string } }
          subscribe: { op: sub, symbol: "{symbol}", id: "{id}" }
          unsubscribe: { op: unsub, sid: "{alias}", id: "{id}" }
          acknowledged: { /symbol: "{symbol}" }
          refused: { /about: "{symbol}" }
          messages: [level]
          where: { /sid: "{alias}" }
        trades:
          parameters: { market: { type: string } }
          subscribe: { op: sub, market: "{market}" }
          messages: [level]
          where: { /market: "{market|upper}" }
    x-snapshot:
      version: 1
      topics:
        book: { source: http, operation: { server: "https://a", path: "/depth/{symbol}", query: { s: "{symbol|lower}" } } }
        trades: { source: stream, request: { op: again, market: "{market}", sid: "{alias}", n: "{id}" } }
    x-heartbeat:
      version: 1
      beats:
        - { from: client, everyMs: 1000, payload: { op: ping } }
        - { from: server, message: level, everyMs: 1000, answer: { op: pong } }
    x-credentials:
      version: 1
      schemes:
        keys:
          algorithm: hmac-sha256
          text: ["{key}{time}{method}{path}", { of: ["{body}"] }]
          time: { unit: ms }
          values: [passphrase]
          place: { headers: { Key: "{key}" }, query: { sign: "{signature}" } }
        login:
          algorithm: hmac-sha256
          text: ["{expires}{sorted-parameters}"]
          time: { unit: ms, lifetimeMs: 1000 }
          parameters: { add: { apiKey: "{key}" } }
          place:
            message: { payload: { id: "{id}", text: "{text}" } }
            eachSubscribe: { sign: "{signature}" }
            eachUnsubscribe: { expires: "{expires}" }
        ticket:
          algorithm: none
          ticket: { server: "https://a", path: "/tickets/{key}", body: "secret={secret}", headers: { Key: "{secret}" }, token: /t }
          place: { eachSubscribe: { token: "{token}" } }
`;

const [subscription, snapshot, schemes] = [
  "x-subscription/topics",
  "x-snapshot/topics",
  "x-credentials/schemes",
];
const signed = "key, time, expires, method, body, sorted-parameters";

describe("33.3 an unknown placeholder", () => {
  it("is not reported if the runtime fills in all of them", async () => {
    expect((await build(feed)).diagnostics).toEqual([]);
  });

  it.each<[what: string, from: string, to: string, place: string, rest: string]>([
    [
      "setup",
      'id: "{id}" } }]',
      'id: "{symbol}" } }]',
      "x-subscription/setup/0/payload/id",
      "{symbol}. Placeholders here: id.",
    ],
    [
      "a subscription",
      'symbol: "{symbol}", id',
      'symbol: "{symbl}", id',
      `${subscription}/book/subscribe/symbol`,
      "{symbl}. Did you mean {symbol}? Placeholders here: symbol, id.",
    ],
    [
      "a subscription that nothing has named yet",
      'symbol: "{symbol}", id',
      'symbol: "{alias}", id',
      `${subscription}/book/subscribe/symbol`,
      "{alias}. Placeholders here: symbol, id.",
    ],
    [
      "the end of a subscription",
      'op: unsub, sid: "{alias}"',
      'op: unsub, sid: "{sid}"',
      `${subscription}/book/unsubscribe/sid`,
      "{sid}. Did you mean {id}? Placeholders here: symbol, id, alias.",
    ],
    [
      "what frames hold",
      '/sid: "{alias}" }',
      '/sid: "{id}" }',
      `${subscription}/book/where/~1sid`,
      "{id}. Placeholders here: symbol, alias.",
    ],
    [
      "the topic of an acknowledgement",
      'acknowledged: { /symbol: "{symbol}"',
      'acknowledged: { /symbol: "{alias}"',
      `${subscription}/book/acknowledged/~1symbol`,
      "{alias}. Placeholders here: symbol.",
    ],
    [
      "the topic of a refusal",
      '/about: "{symbol}"',
      '/about: "{id}"',
      `${subscription}/book/refused/~1about`,
      "{id}. Placeholders here: symbol.",
    ],
    [
      "the parameters of another topic",
      '"{market|upper}"',
      '"{symbol|upper}"',
      `${subscription}/trades/where/~1market`,
      "{symbol}. Placeholders here: market, alias.",
    ],
    [
      "a request for a snapshot",
      'op: again, market: "{market}"',
      'op: again, market: "{symbol}"',
      `${snapshot}/trades/request/market`,
      "{symbol}. Placeholders here: market, id, alias.",
    ],
    [
      "a server",
      'operation: { server: "https://a"',
      'operation: { server: "https://{symbol}"',
      `${snapshot}/book/operation/server`,
      "{symbol}. There are no placeholders here.",
    ],
    [
      "a path",
      "/depth/{symbol}",
      "/depth/{pair}",
      `${snapshot}/book/operation/path`,
      "{pair}. Placeholders here: symbol.",
    ],
    [
      "a query",
      "{symbol|lower}",
      "{id|lower}",
      `${snapshot}/book/operation/query/s`,
      "{id}. Placeholders here: symbol.",
    ],
    [
      "a ping",
      "{ op: ping }",
      '{ op: ping, id: "{id}" }',
      "x-heartbeat/beats/0/payload/id",
      "{id}. There are no placeholders here.",
    ],
    [
      "the answer to a ping",
      "{ op: pong }",
      '{ op: pong, id: "{id}" }',
      "x-heartbeat/beats/1/answer/id",
      "{id}. There are no placeholders here.",
    ],
    [
      "a signed text",
      "{key}{time}",
      "{key}{tme}",
      `${schemes}/keys/text/0`,
      "{tme}. Did you mean {time}? Placeholders here: key, passphrase, time, method, path, path-without-query, query, body, sorted-parameters.",
    ],
    [
      "a part of a signed text",
      'of: ["{body}"]',
      'of: ["{nonce}"]',
      `${schemes}/keys/text/1/of/0`,
      "{nonce}.",
    ],
    [
      "the path of a login, which has none",
      "{expires}{sorted",
      "{path}{sorted",
      `${schemes}/login/text/0`,
      `{path}. Placeholders here: ${signed}.`,
    ],
    [
      "a header",
      '{ Key: "{key}" }, query',
      '{ Key: "{api-key}" }, query',
      `${schemes}/keys/place/headers/Key`,
      "{api-key}.",
    ],
    [
      "a query of credentials",
      'sign: "{signature}" } }\n        login',
      'sign: "{token}" } }\n        login',
      `${schemes}/keys/place/query/sign`,
      "{token}.",
    ],
    [
      "an added parameter",
      'apiKey: "{key}"',
      'apiKey: "{secret}"',
      `${schemes}/login/parameters/add/apiKey`,
      "{secret}. Placeholders here: key, time, expires.",
    ],
    [
      "a login",
      'text: "{text}"',
      'text: "{txt}"',
      `${schemes}/login/place/message/payload/text`,
      `{txt}. Did you mean {text}? Placeholders here: ${signed}, text, signature, id.`,
    ],
    [
      "a private subscription",
      'eachSubscribe: { sign: "{signature}"',
      'eachSubscribe: { sign: "{id}"',
      `${schemes}/login/place/eachSubscribe/sign`,
      "{id}.",
    ],
    [
      "the end of a private subscription",
      'eachUnsubscribe: { expires: "{expires}"',
      'eachUnsubscribe: { expires: "{token}"',
      `${schemes}/login/place/eachUnsubscribe/expires`,
      "{token}.",
    ],
    [
      "the path of a ticket",
      "/tickets/{key}",
      "/tickets/{secret}",
      `${schemes}/ticket/ticket/path`,
      "{secret}. Placeholders here: key.",
    ],
    [
      "the server of a ticket",
      'ticket: { server: "https://a"',
      'ticket: { server: "https://{key}"',
      `${schemes}/ticket/ticket/server`,
      "{key}. There are no placeholders here.",
    ],
    [
      "the body of a ticket",
      "secret={secret}",
      "secret={token}",
      `${schemes}/ticket/ticket/body`,
      "{token}. Placeholders here: key, secret.",
    ],
    [
      "a header of a ticket",
      'Key: "{secret}"',
      'Key: "{signature}"',
      `${schemes}/ticket/ticket/headers/Key`,
      "{signature}. Placeholders here: key, method, path, path-without-query, query, body, sorted-parameters, secret.",
    ],
    [
      "what a ticket is sent in",
      'token: "{token}"',
      'token: "{secret}"',
      `${schemes}/ticket/place/eachSubscribe/token`,
      "{secret}. Placeholders here: key, token.",
    ],
  ])("is an error in %s", async (_what, from, to, place, rest) => {
    expect(feed).toContain(from);
    const { contract, diagnostics } = await build(feed.replace(from, to));
    expect(contract).toBeUndefined();
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      code: "EXTENSION_SHAPE",
      severity: "error",
      pointer: `/channels/market/${place}`,
      message: expect.stringContaining(`Unknown placeholder ${rest}`),
    });
  });

  it("is an error on a channel without topics", async () => {
    const beat = "{ from: client, everyMs: 1, payload: { n: [{ id: '{id}' }] } }";
    const text = `${head}    x-heartbeat: { version: 1, beats: [${beat}] }\n`;
    const { contract, diagnostics } = await build(text);
    expect(contract).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { pointer: "/channels/market/x-heartbeat/beats/0/payload/n/0/id" },
    ]);
  });
});
