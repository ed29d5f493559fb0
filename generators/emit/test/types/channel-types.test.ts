import { describe, expect, it } from "vitest";
import { compile } from "./compile.ts";
import { typesOf } from "./types-of.ts";

const document = `asyncapi: 3.0.0
info: { title: Streams, version: '1' }
channels:
  market-data:
    address: /market-data
    messages:
      tick: { $ref: '#/components/messages/tick' }
      subscribe: { payload: { type: object, required: [type], properties: { type: { const: subscribe } } } }
    bindings:
      ws:
        query: { type: object, properties: { since: { type: integer, format: int64 } } }
        headers: { type: object, required: [key, at, sign], properties: { key: { type: string }, at: { type: string }, sign: { type: string } } }
    x-credentials:
      version: 1
      schemes:
        lines:
          algorithm: blake2b-256
          text: ['{time}']
          end: "\\n"
          time: { unit: rfc3339, toleranceMs: 1000 }
          place: { headers: { KEY: '{key}', at: '{time}', sign: '{signature}' } }
  orders:
    address: orders/{market}
    parameters: { market: {} }
    bindings: { ws: { headers: { type: object, required: [X-Trace], properties: { X-Trace: { type: string } } } } }
    messages: { tick: { $ref: '#/components/messages/tick' } }
operations:
  send: { action: send, channel: { $ref: '#/channels/market-data' }, messages: [{ $ref: '#/channels/market-data/messages/tick' }] }
  receive: { action: receive, channel: { $ref: '#/channels/market-data' }, messages: [{ $ref: '#/channels/market-data/messages/subscribe' }] }
  sendOrders: { action: send, channel: { $ref: '#/channels/orders' } }
components:
  messages:
    tick: { payload: { $ref: '#/components/schemas/Tick' } }
  schemas:
    Tick: { type: object, required: [type, ts_ns], properties: { type: { const: tick }, ts_ns: { type: integer, format: int64 } } }
`;

describe("types of channels", () => {
  it("names the messages of each direction and the parameters", async () => {
    const { files, diagnostics } = await typesOf(document);
    expect(diagnostics).toEqual([]);
    const text = files.get("types.ts") ?? "";
    for (const want of [
      "/**\n * A message that the server sends on `/market-data`.\n *\n * @generated from channels > market-data\n */\nexport type MarketDataServerMessage = Tick;",
      "export type MarketDataClientMessage = Subscribe",
      "export interface MarketDataParameters {\n  query?: MarketDataQuery;\n}",
      "export type OrdersServerMessage = Tick;",
      "export type OrdersClientMessage = never;",
      "export interface OrdersParameters {\n  path: OrdersPath;\n  headers: OrdersHeaders;\n}",
      "  /** int64 */ ts_ns: bigint;",
    ]) {
      expect(text).toContain(want);
    }
    expect(await compile(files)).toBe("");
  });
});
