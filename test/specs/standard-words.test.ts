// Extensions are not used where AsyncAPI or OpenAPI has a keyword.

import { describe, expect, it } from "vitest";
import {
  asArray,
  asObject,
  followPointer,
  listSpecs,
  readSpec,
  resolveReference,
  walkJson,
} from "./read-spec.ts";

const document = readSpec("streams/asyncapi.yaml");
const entriesOf = (pointer: string) => Object.entries(asObject(followPointer(document, pointer)));

describe("T17 standard keywords", () => {
  it("T17 x-deprecated is used only where AsyncAPI and OpenAPI have no deprecated", () => {
    const used: string[] = [];
    for (const file of listSpecs()) {
      walkJson(readSpec(file), (node, pointer) => {
        if ("x-deprecated" in node) used.push(`${file}#${pointer}`);
      });
    }
    expect(used.sort()).toEqual([
      "publisher/openapi.yaml#/components/securitySchemes/basic",
      "streams/asyncapi.yaml#/channels/payouts",
      "streams/asyncapi.yaml#/operations/sendPayouts",
    ]);
  });

  it.each(["messages/payout", "schemas/PayoutFrame", "schemas/PayoutView"])(
    "T17 the description of %s and its channel both say deprecated",
    (name) => {
      expect(asObject(followPointer(document, `/components/${name}`))["deprecated"]).toBe(true);
    },
  );

  it("T17 a message with a correlation_id has a correlationId that points to it", () => {
    const found = entriesOf("/components/messages").flatMap(([id, message]) => {
      const { payload, correlationId } = asObject(message);
      const frame = asObject(resolveReference(document, payload));
      const inner = resolveReference(document, asObject(frame["properties"])["payload"]);
      const fields = Object.keys(asObject(asObject(inner)["properties"]));
      if (!fields.includes("correlation_id")) return [];
      return [`${id} ${String(asObject(correlationId)["location"])}`];
    });
    expect(found).toEqual(["orderReject $message.payload#/payload/correlation_id"]);
  });

  it("T17 a command lists its possible replies", () => {
    const answers = entriesOf("/operations").flatMap(([id, operation]) => {
      const { action, reply } = asObject(operation);
      if (action !== "receive") return [];
      const names = asArray(asObject(reply)["messages"]).map((message) => {
        const payload = asObject(asObject(resolveReference(document, message))["payload"]);
        const frame = asObject(resolveReference(document, payload));
        return asObject(asObject(frame["properties"])["type"])["const"];
      });
      return [`${id} ${names.join(" ")}`];
    });
    expect(answers).toEqual(["receiveSubscribe book_snapshot error", "receiveUnsubscribe error"]);
  });
});
