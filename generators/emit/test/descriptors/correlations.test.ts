import { descriptorsEmitter } from "@specwright/emit";
import { describe, expect, it } from "vitest";
import { emitText } from "../emit-text.ts";

const object = (members: string): string =>
  `{ type: object, required: [type], properties: { ${members} } }`;

/** Returns the diagnostics of a request and its reply, each with a place of the id and a payload. */
async function reportsOf(at: string, payload: string): Promise<readonly string[]> {
  const { diagnostics } = await emitText(
    descriptorsEmitter(),
    `asyncapi: 3.0.0
info: { title: T, version: "1" }
servers: { main: { host: a.example, protocol: ws } }
channels:
  desk:
    address: /desk
    messages:
      ask:
        correlationId: { location: "${at}" }
        payload: ${payload}
      told:
        correlationId: { location: $message.payload#/id }
        payload: ${object("type: { const: told }, id: { type: integer }")}
operations:
  ask:
    action: receive
    channel: { $ref: "#/channels/desk" }
    messages: [{ $ref: "#/channels/desk/messages/ask" }]
    reply: { messages: [{ $ref: "#/channels/desk/messages/told" }] }
  tell:
    action: send
    channel: { $ref: "#/channels/desk" }
    messages: [{ $ref: "#/channels/desk/messages/told" }]
`,
  );
  return diagnostics
    .filter(({ code }) => code === "CORRELATION_UNDECLARED")
    .map(({ severity, pointer, message }) => `${severity} ${pointer} ${message}`);
}

const nested = object("type: { const: ask }, meta: { type: object, properties: { id: {} } }");

describe("33 the place of a correlation id", () => {
  it.each<[what: string, at: string, payload: string, missing: string | undefined]>([
    ["declared", "$message.payload#/id", object("type: {}, id: { type: integer }"), undefined],
    ["declared deeper", "$message.payload#/meta/id", nested, undefined],
    ["misspelt", "$message.payload#/idd", object("type: {}, id: { type: integer }"), "/idd"],
    ["misspelt deeper", "$message.payload#/meta/ids", nested, "/meta/ids"],
    ["in an open payload", "$message.payload#/id", "{ type: object }", undefined],
    ["in a header", "$message.header#/id", object("type: {}"), undefined],
  ])("%s", async (_, at, payload, missing) => {
    const text = `warning /channels/desk/messages/ask The payload of message "ask" does not declare \`${missing}\`, the place of its correlation id.`;
    expect(await reportsOf(at, payload)).toEqual(missing === undefined ? [] : [text]);
  });
});
