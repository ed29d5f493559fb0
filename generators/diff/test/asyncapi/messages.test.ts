import { describePairs } from "./check-pairs.ts";
import { renamed } from "./edit-document.ts";

const reference = (pointer: string) => ({ $ref: `#/${pointer}` });
const messages = "/components/messages";
const placed = "/components/schemas/Placed";
const measured = "/components/schemas/Measured";
const frame = (type: string) => ({
  type: "object",
  required: ["type"],
  properties: { type: { type: "string", const: type } },
});

describePairs("messages", [
  {
    title: "one more that the provider sends",
    base: "stream",
    edit: { "/channels/orders/messages/spare": reference("components/messages/spare") },
    want: ["potentially-breaking wire message-added response"],
    consumer: ["non-breaking wire message-added request"],
  },
  {
    title: "one less that the provider sends",
    base: "events",
    edit: { "/channels/lights~1{lamp}~1turn/subscribe/message/oneOf/1": undefined },
    want: ["breaking code message-removed response"],
    consumer: ["breaking wire message-removed request"],
  },
  {
    title: "one more that the provider accepts",
    base: "events",
    edit: {
      "/channels/lights~1{lamp}~1measured/publish/message": {
        oneOf: [reference("components/messages/measured"), reference("components/messages/off")],
      },
    },
    want: ["non-breaking wire message-added request"],
    consumer: ["potentially-breaking wire message-added response"],
  },
  {
    title: "one less that the provider accepts",
    base: "calls",
    given: { "/channels/ask/messages/order": { payload: { type: "number" } } },
    edit: { "/channels/ask/messages/order": undefined },
    want: ["breaking wire message-removed request"],
    consumer: ["breaking code message-removed response"],
  },
  {
    title: "a shared one added to two channels is one change",
    base: "stream",
    given: {
      "/operations/sendPrices/messages": undefined,
      "/channels/prices/messages/follow": undefined,
      "/channels/prices/messages/leave": undefined,
      "/channels/prices/x-subscription": undefined,
      "/channels/prices/x-sequence": undefined,
      "/operations/takeFollow": undefined,
      "/operations/takeLeave": undefined,
    },
    edit: {
      "/channels/orders/messages/spare": reference("components/messages/spare"),
      "/channels/prices/messages/spare": reference("components/messages/spare"),
    },
    want: ["potentially-breaking wire message-added response"],
    consumer: ["non-breaking wire message-added request"],
  },
  {
    title: "a shared one removed from two channels is one change",
    base: "stream",
    given: { "/channels/orders/x-sequence": undefined },
    edit: {
      "/channels/orders/messages/beat": undefined,
      "/channels/prices/messages/beat": undefined,
      "/operations/sendPrices/messages/3": undefined,
    },
    want: ["breaking code message-removed response"],
    consumer: ["breaking wire message-removed request"],
  },
  {
    title: "the key renamed",
    base: "stream",
    edit: {
      "/channels/orders/messages/placed": renamed("ordered"),
      "/channels/orders/x-sequence/counters/0/messages": ["ordered", "cancelled"],
    },
    want: ["breaking code message-key-renamed response"],
  },
  {
    title: "the key of a component renamed, in all channels",
    base: "stream",
    edit: {
      [`${messages}/beat`]: renamed("alive"),
      "/channels/orders/messages/beat": reference("components/messages/alive"),
      "/channels/prices/messages/beat": reference("components/messages/alive"),
    },
    want: [],
  },
  {
    title: "the key of an inline one renamed, with the same payload",
    base: "calls",
    edit: { "/channels/ask/messages/question": renamed("query") },
    want: ["breaking code message-key-renamed request"],
  },
  {
    title: "moved inline",
    base: "stream",
    edit: {
      "/channels/orders/messages/cancelled": {
        name: "order_cancelled",
        payload: {
          type: "object",
          required: ["type", "n"],
          properties: {
            type: { type: "string", const: "cancelled" },
            n: { type: "integer" },
            at: { type: "integer", format: "int64" },
            reason: { type: "string" },
          },
        },
      },
    },
    want: [],
  },
  {
    title: "another name",
    base: "stream",
    edit: { [`${messages}/placed/name`]: "placed" },
    want: ["docs docs message-name-changed response"],
  },
  {
    title: "another mark",
    base: "stream",
    edit: { [`${placed}/properties/type/const`]: "ordered" },
    want: ["breaking wire message-discriminator-changed response"],
  },
  {
    title: "one without a mark added",
    base: "stream",
    edit: {
      "/channels/orders/messages/any": { payload: { type: "object" } },
    },
    want: [
      "breaking code channel-discriminator-removed",
      "potentially-breaking wire message-added response",
    ],
    consumer: [
      "breaking code channel-discriminator-removed",
      "non-breaking wire message-added request",
    ],
  },
  {
    title: "marked by another member",
    base: "calls",
    given: {
      "/channels/other/messages": { a: { payload: frame("a") }, b: { payload: frame("b") } },
    },
    edit: {
      "/channels/other/messages/a/payload": {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string", const: "a" } },
      },
      "/channels/other/messages/b/payload": {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string", const: "b" } },
      },
    },
    want: [
      "breaking code channel-discriminator-changed",
      "potentially-breaking code message-payload-changed",
      "potentially-breaking code message-payload-changed",
    ],
  },
  {
    title: "deprecated",
    base: "stream",
    edit: { [`${messages}/sold/deprecated`]: true },
    want: ["deprecation wire message-deprecated"],
  },
  {
    title: "tags added",
    base: "events",
    edit: { [`${messages}/measured/tags`]: [{ name: "lamps" }] },
    want: ["docs docs message-tags-changed"],
  },
  {
    title: "another content type",
    base: "events",
    edit: { [`${messages}/measured/contentType`]: "application/cbor" },
    want: ["breaking wire message-content-type-changed request"],
  },
  {
    title: "another parameter of the content type",
    base: "events",
    edit: { [`${messages}/measured/contentType`]: "application/json; charset=utf-8" },
    want: ["potentially-breaking wire message-content-type-changed request"],
  },
  {
    title: "the default content type written out",
    base: "stream",
    edit: { "/defaultContentType": "application/json" },
    want: [],
  },
  {
    title: "another default content type",
    base: "calls",
    given: {
      "/channels/answer": undefined,
      "/channels/probe": undefined,
      "/channels/inbox": undefined,
      "/channels/other": undefined,
      "/operations/sendProbe": undefined,
      "/operations/takeLetter": undefined,
      "/operations/takeQuestion/reply": undefined,
    },
    edit: { "/defaultContentType": "application/yaml" },
    want: ["breaking wire message-content-type-changed request"],
  },
  {
    title: "the default format written out",
    base: "events",
    edit: { [`${messages}/off/schemaFormat`]: "application/vnd.aai.asyncapi+json;version=2.6.0" },
    want: [],
  },
  {
    title: "described in another format of JSON Schema",
    base: "events",
    edit: { [`${messages}/off/schemaFormat`]: "application/schema+json;version=draft-07" },
    want: ["docs docs message-schema-format-changed response"],
  },
  {
    title: "a payload in a foreign format changed",
    base: "events",
    edit: { [`${messages}/raw/payload/fields/0/type`]: "long" },
    want: ["potentially-breaking wire message-raw-payload-changed response"],
  },
  {
    title: "a foreign format replaced",
    base: "events",
    edit: {
      [`${messages}/raw/schemaFormat`]: undefined,
      [`${messages}/raw/payload`]: { type: "object" },
    },
    want: ["potentially-breaking wire message-raw-payload-changed response"],
  },
  {
    title: "one that no operation has added",
    base: "stream",
    edit: { [`${messages}/more`]: { name: "more", payload: frame("more") } },
    want: ["non-breaking code message-added"],
  },
  {
    title: "one that no operation has removed",
    base: "stream",
    edit: { [`${messages}/spare`]: undefined },
    want: ["breaking code message-removed"],
  },
  {
    title: "one that no operation has renamed",
    base: "stream",
    edit: { [`${messages}/spare`]: renamed("extra") },
    want: ["breaking code message-key-renamed"],
  },
  {
    title: "one of a channel that no operation has",
    base: "calls",
    edit: { "/channels/other/messages/more": { payload: { type: "boolean" } } },
    want: ["non-breaking code message-added"],
  },
]);

describePairs("payloads", [
  {
    title: "described for the first time, where the provider sends",
    base: "calls",
    edit: { "/channels/probe/messages/probe/payload": { type: "string", minLength: 1 } },
    want: ["non-breaking wire message-payload-added response"],
    consumer: ["breaking wire message-payload-added request"],
  },
  {
    title: "no longer described, where the provider receives",
    base: "calls",
    edit: { "/channels/inbox/messages/letter/payload": undefined },
    want: ["non-breaking wire message-payload-removed request"],
    consumer: ["breaking wire message-payload-removed response"],
  },
  {
    title: "a property that the provider sends became required",
    base: "stream",
    edit: { [`${placed}/required`]: ["type", "n", "item"] },
    want: ["non-breaking wire property-became-required response"],
    consumer: ["breaking wire property-became-required request"],
  },
  {
    title: "a property that the provider reads became required",
    base: "events",
    edit: { [`${measured}/required`]: ["lamp", "lumens"] },
    want: ["breaking wire property-became-required request"],
    consumer: ["non-breaking wire property-became-required response"],
  },
  {
    title: "a property that the provider sends became optional",
    base: "stream",
    edit: { [`${placed}/required`]: ["type"] },
    want: ["breaking wire property-became-optional response"],
    consumer: ["non-breaking wire property-became-optional request"],
  },
  {
    title: "a value that the provider sends added",
    base: "stream",
    edit: { [`${placed}/properties/status/enum`]: ["new", "paid", "lost"] },
    want: ["breaking wire enum-value-added response"],
    consumer: ["non-breaking wire enum-value-added request"],
  },
  {
    title: "a value that the provider sends removed",
    base: "stream",
    edit: { [`${placed}/properties/status/enum`]: ["new"] },
    want: ["non-breaking wire enum-value-removed response"],
    consumer: ["breaking wire enum-value-removed request"],
  },
  {
    title: "a looser bound where the provider reads",
    base: "events",
    edit: { [`${measured}/properties/lumens/minimum`]: undefined },
    want: ["non-breaking wire minimum-unset request"],
    consumer: ["breaking wire minimum-unset response"],
  },
  {
    title: "a tighter bound where the provider sends",
    base: "events",
    edit: { [`${messages}/on/payload/properties/percent/maximum`]: 99 },
    want: ["non-breaking wire maximum-decreased response"],
    consumer: ["breaking wire maximum-decreased request"],
  },
  {
    title: "another type",
    base: "events",
    edit: { [`${measured}/properties/lamp/type`]: "integer" },
    want: ["breaking wire type-changed request"],
  },
  {
    title: "an optional property added",
    base: "stream",
    edit: { [`${placed}/properties/note`]: { type: "string" } },
    want: ["non-breaking wire property-added response"],
  },
  {
    title: "a schema that both directions use",
    base: "stream",
    given: {
      "/channels/prices/x-subscription": undefined,
      "/channels/prices/x-sequence": undefined,
      [`${messages}/follow/payload`]: reference("components/schemas/Both"),
      [`${messages}/book/payload`]: reference("components/schemas/Both"),
      "/components/schemas/Both": {
        type: "object",
        properties: { items: { type: "array" } },
      },
    },
    edit: { "/components/schemas/Both/properties/items/maxItems": 5 },
    want: ["breaking wire max-items-set both"],
  },
  {
    title: "wrapped in an allOf of one",
    base: "events",
    edit: {
      [`${messages}/measured/payload`]: { allOf: [reference("components/schemas/Measured")] },
    },
    want: [],
  },
]);

describePairs("headers and correlation ids", [
  {
    title: "required headers added where the provider sends",
    base: "events",
    edit: { [`${messages}/off/headers`]: { type: "object", required: ["id"] } },
    want: ["non-breaking wire message-headers-added response"],
    consumer: ["breaking wire message-headers-added request"],
  },
  {
    title: "optional headers added where the provider reads",
    base: "calls",
    edit: { "/channels/ask/messages/question/headers": { type: "object", properties: { a: {} } } },
    want: ["non-breaking wire message-headers-added request"],
  },
  {
    title: "required headers removed where the provider sends",
    base: "events",
    edit: { [`${messages}/on/headers`]: undefined },
    want: ["breaking wire message-headers-removed response"],
    consumer: ["non-breaking wire message-headers-removed request"],
  },
  {
    title: "a required header added by a trait, where the provider reads",
    base: "events",
    edit: {
      "/components/messageTraits/traced/headers/required": ["trace", "shop"],
      "/components/messageTraits/traced/headers/properties/shop": { type: "string" },
    },
    want: ["breaking wire required-property-added request"],
    consumer: ["non-breaking wire required-property-added response"],
  },
  {
    title: "a header became optional where the provider sends",
    base: "events",
    edit: { [`${messages}/on/headers/required`]: [] },
    want: ["breaking wire property-became-optional response"],
    consumer: ["non-breaking wire property-became-optional request"],
  },
  {
    title: "a correlation id added where the provider sends",
    base: "events",
    edit: { [`${messages}/off/correlationId`]: { location: "$message.header#/id" } },
    want: ["non-breaking wire message-correlation-id-added response"],
    consumer: ["potentially-breaking wire message-correlation-id-added request"],
  },
  {
    title: "a correlation id removed where the provider sends",
    base: "events",
    edit: { [`${messages}/on/correlationId`]: undefined },
    want: ["breaking wire message-correlation-id-removed response"],
    consumer: ["non-breaking wire message-correlation-id-removed request"],
  },
  {
    title: "a correlation id moved",
    base: "events",
    edit: { [`${messages}/measured/correlationId/location`]: "$message.payload#/id" },
    want: ["breaking wire message-correlation-id-changed request"],
  },
]);
