import { descriptorsEmitter } from "@specwright/emit";
import { describe, expect, it } from "vitest";
import { emitText } from "../emit-text.ts";

const topics = `
    x-envelope: { version: 1, match: [{ message: item, where: {} }] }
    x-subscription: { version: 1, topics: { all: { subscribe: { op: sub }, messages: [item], where: {} } } }`;
const query = `
    bindings: { ws: { query: { type: object, properties: { lang: { type: string } } } } }`;
const security = `, security: [{ $ref: "#/components/securitySchemes/token" }]`;

async function reportsOf(channel: string, operation = ""): Promise<readonly string[]> {
  const { diagnostics } = await emitText(
    descriptorsEmitter(),
    `asyncapi: 3.0.0
info: { title: T, version: "1" }
servers: { main: { host: a.example, protocol: ws } }
channels:
  news:
    address: /news
    messages: { item: { payload: { type: object } } }${channel}
operations: { hear: { action: send, channel: { $ref: "#/channels/news" }${operation} } }
components: { securitySchemes: { token: { type: httpApiKey, in: query, name: token } } }
`,
  );
  return diagnostics
    .filter(({ code }) => code === "UPGRADE_NOT_CARRIED")
    .map(({ severity, message }) => `${severity} ${message}`);
}

describe("33.3 the upgrade of a channel with topics", () => {
  const text = `warning The client of channel "news", which has topics, does not send`;

  it.each<[what: string, channel: string, operation: string, unsent: readonly string[]]>([
    ["as it is", topics, "", []],
    ["with a query", topics + query, "", [`${text} the parameters of the query.`]],
    ["with security", topics, security, [`${text} the credentials.`]],
    [
      "with both",
      topics + query,
      security,
      [`${text} the parameters of the query and the credentials.`],
    ],
    ["with both, without topics", query, security, []],
  ])("is reported %s", async (_, channel, operation, unsent) => {
    expect(await reportsOf(channel, operation)).toEqual(unsent);
  });
});
