import { describePairs } from "./check-pairs.ts";
import { renamed } from "./edit-document.ts";

const orders = "/channels/orders";
const prices = "/channels/prices";
const measured = "/channels/lights~1{lamp}~1measured";
const query = `${orders}/bindings/ws/query`;
const headers = `${orders}/bindings/ws/headers`;

describePairs("channels", [
  { title: "nothing", base: "stream", edit: {}, want: [] },
  {
    title: "added",
    base: "stream",
    edit: { "/channels/news": { address: "/news", messages: { item: { payload: {} } } } },
    want: ["non-breaking wire channel-added"],
  },
  {
    title: "added with an operation, which belongs to it",
    base: "calls",
    edit: {
      "/channels/news": { address: "news", messages: { item: { payload: {} } } },
      "/operations/sendNews": { action: "send", channel: { $ref: "#/channels/news" } },
    },
    want: ["non-breaking wire channel-added"],
  },
  {
    title: "removed",
    base: "events",
    edit: { "/channels/lights~1raw": undefined },
    want: ["breaking wire channel-removed"],
  },
  {
    title: "removed after it was deprecated",
    base: "calls",
    given: { "/channels/other/x-deprecated": true },
    edit: { "/channels/other": undefined },
    want: ["breaking wire channel-removed"],
  },
  {
    title: "removed on the announced day",
    base: "calls",
    given: { "/channels/other/x-deprecated": true, "/channels/other/x-sunset": "2025-12-31" },
    edit: { "/channels/other": undefined },
    want: ["deprecation wire channel-removed"],
  },
  {
    title: "another address",
    base: "stream",
    edit: { [`${orders}/address`]: "/v2/orders" },
    want: ["breaking wire channel-address-changed"],
  },
  {
    title: "an address that is known only at run time becomes known",
    base: "calls",
    edit: { "/channels/inbox/address": "inbox" },
    want: ["potentially-breaking wire channel-address-changed"],
  },
  {
    title: "the key renamed, with the same address",
    base: "calls",
    edit: { "/channels/other": renamed("another") },
    want: ["breaking code channel-key-renamed"],
  },
  {
    title: "the keys of two channels swapped",
    base: "calls",
    given: { "/channels/more": { address: "more", messages: { more: { payload: {} } } } },
    edit: {
      "/channels/more/address": "other",
      "/channels/more/messages": { note: { payload: { type: "number" } } },
      "/channels/other/address": "more",
      "/channels/other/messages": { more: { payload: {} } },
    },
    want: ["breaking code channel-key-renamed", "breaking code channel-key-renamed"],
  },
  {
    title: "a parameter renamed, at the same place of the address",
    base: "stream",
    edit: {
      [`${prices}/address`]: "/prices/{area}",
      [`${prices}/parameters/region`]: renamed("area"),
    },
    want: ["breaking code channel-parameter-renamed"],
  },
  {
    title: "a parameter renamed in the key, which is the address",
    base: "events",
    edit: {
      [`${measured}/parameters/lamp`]: renamed("light"),
      [measured]: renamed("lights/{light}/measured"),
    },
    want: ["breaking code channel-parameter-renamed"],
  },
  {
    title: "a parameter added to the address",
    base: "stream",
    edit: {
      [`${prices}/address`]: "/prices/{region}/{item}",
      [`${prices}/parameters/item`]: {},
    },
    want: ["breaking wire channel-address-changed", "breaking code channel-parameter-added"],
  },
  {
    title: "a value of a parameter removed",
    base: "stream",
    edit: { [`${prices}/parameters/region/enum`]: ["eu"] },
    want: ["breaking wire enum-value-removed request"],
    consumer: ["breaking wire enum-value-removed request"],
  },
  {
    title: "a value of a parameter added",
    base: "stream",
    edit: { [`${prices}/parameters/region/enum`]: ["eu", "us", "as"] },
    want: ["non-breaking wire enum-value-added request"],
    consumer: ["non-breaking wire enum-value-added request"],
  },
  {
    title: "the values of a parameter in another order",
    base: "stream",
    edit: { [`${prices}/parameters/region/enum`]: ["us", "eu"] },
    want: [],
  },
  {
    title: "values of a parameter listed for the first time",
    base: "events",
    edit: { [`${measured}/parameters/lamp/schema/enum`]: ["a", "b"] },
    want: ["breaking wire enum-set request"],
    consumer: ["breaking wire enum-set request"],
  },
  {
    title: "the default of a parameter added",
    base: "stream",
    edit: { [`${prices}/parameters/region/default`]: "eu" },
    want: ["potentially-breaking wire default-set request"],
    consumer: ["potentially-breaking wire default-set request"],
  },
  {
    title: "the place of a parameter in messages changed",
    base: "events",
    edit: { [`${measured}/parameters/lamp/location`]: "$message.payload#/light" },
    want: ["potentially-breaking wire channel-parameter-location-changed"],
  },
  {
    title: "the place of a parameter in messages added",
    base: "events",
    edit: {
      "/channels/lights~1{lamp}~1turn/parameters/lamp/location": "$message.payload#/lamp",
    },
    want: ["non-breaking wire channel-parameter-location-changed"],
  },
  {
    title: "deprecated",
    base: "stream",
    edit: { [`${orders}/x-deprecated`]: true },
    want: ["deprecation wire channel-deprecated"],
  },
  {
    title: "no longer deprecated",
    base: "events",
    given: { [`${measured}/x-deprecated`]: { replacement: "#/channels/other" } },
    edit: { [`${measured}/x-deprecated`]: undefined },
    want: ["non-breaking wire channel-reactivated"],
  },
  {
    title: "a tag added",
    base: "stream",
    edit: { [`${orders}/tags/1`]: { name: "main" } },
    want: ["docs docs channel-tags-changed"],
  },
  {
    title: "on one server less",
    base: "stream",
    edit: { [`${orders}/servers/1`]: undefined },
    want: ["breaking wire channel-server-removed"],
  },
  {
    title: "on one server more",
    base: "stream",
    edit: { [`${prices}/servers/1`]: { $ref: "#/servers/test" } },
    want: ["non-breaking wire channel-server-added"],
  },
  {
    title: "on one server less, by name",
    base: "events",
    edit: { [`${measured}/servers`]: ["spare"] },
    want: ["breaking wire channel-server-removed"],
  },
  {
    title: "all servers written out",
    base: "calls",
    edit: { "/channels/ask/servers": [{ $ref: "#/servers/rabbit" }] },
    want: [],
  },
]);

describePairs("parameters of a connection", [
  {
    title: "an optional one added",
    base: "stream",
    edit: { [`${query}/properties/limit`]: { type: "integer" } },
    want: ["non-breaking wire connection-parameter-added request"],
  },
  {
    title: "a required one added",
    base: "stream",
    edit: { [`${query}/properties/shop`]: { type: "string" }, [`${query}/required`]: ["shop"] },
    want: ["breaking wire connection-parameter-added request"],
  },
  {
    title: "one removed, where others are refused",
    base: "stream",
    edit: { [`${query}/properties/market`]: undefined },
    want: ["breaking wire connection-parameter-removed request"],
  },
  {
    title: "a header removed, where others are allowed",
    base: "stream",
    edit: { [`${headers}/properties/Trace`]: undefined },
    want: ["potentially-breaking wire connection-parameter-removed request"],
  },
  {
    title: "one became required",
    base: "stream",
    edit: { [`${query}/required`]: ["market"] },
    want: ["breaking wire connection-parameter-became-required request"],
  },
  {
    title: "a header became optional",
    base: "stream",
    edit: { [`${headers}/required`]: [] },
    want: ["non-breaking wire connection-parameter-became-optional request"],
  },
  {
    title: "others refused",
    base: "stream",
    edit: { [`${headers}/additionalProperties`]: false },
    want: ["potentially-breaking wire connection-parameters-closed request"],
  },
  {
    title: "others allowed",
    base: "stream",
    edit: { [`${query}/additionalProperties`]: undefined },
    want: ["non-breaking wire connection-parameters-opened request"],
  },
  {
    title: "a tighter bound",
    base: "stream",
    edit: { [`${query}/properties/since/minimum`]: 1 },
    want: ["breaking wire minimum-increased request"],
    consumer: ["breaking wire minimum-increased request"],
  },
  {
    title: "another type of a header",
    base: "stream",
    edit: { [`${headers}/properties/Trace/maxLength`]: 8 },
    want: ["breaking wire max-length-set request"],
    consumer: ["breaking wire max-length-set request"],
  },
  {
    title: "moved to components",
    base: "stream",
    edit: {
      "/components/schemas/Since": { type: "integer", minimum: 0 },
      [`${query}/properties/since`]: { $ref: "#/components/schemas/Since" },
    },
    want: ["non-breaking code schema-added"],
  },
]);

describePairs("bindings", [
  {
    title: "another version only",
    base: "stream",
    edit: { [`${orders}/bindings/ws/bindingVersion`]: "0.2.0" },
    want: ["docs docs binding-changed"],
  },
  {
    title: "the default method written out",
    base: "stream",
    edit: { [`${orders}/bindings/ws/method`]: "GET" },
    want: [],
  },
  {
    title: "another method",
    base: "stream",
    given: { [`${orders}/bindings/ws/method`]: "GET" },
    edit: { [`${orders}/bindings/ws/method`]: "POST" },
    want: ["breaking wire binding-changed"],
  },
  {
    title: "another method than the default",
    base: "stream",
    edit: { [`${orders}/bindings/ws/method`]: "POST" },
    want: ["breaking wire binding-changed"],
  },
  {
    title: "another topic than the address",
    base: "events",
    edit: { "/channels/lights~1raw/bindings": { kafka: { topic: "raw" } } },
    want: ["breaking wire binding-added"],
  },
  {
    title: "another topic",
    base: "events",
    edit: { [`${measured}/bindings/kafka/topic`]: "readings" },
    want: ["breaking wire binding-changed"],
  },
  {
    title: "the topic that is the address written out",
    base: "events",
    edit: { "/channels/lights~1raw/bindings": { kafka: { topic: "lights/raw" } } },
    want: [],
  },
  {
    title: "more partitions",
    base: "events",
    edit: { [`${measured}/bindings/kafka/partitions`]: 6 },
    want: ["potentially-breaking wire binding-changed"],
  },
  {
    title: "more replicas",
    base: "events",
    edit: { [`${measured}/bindings/kafka/replicas`]: 3 },
    want: ["potentially-breaking wire binding-changed"],
  },
  {
    title: "several fields are one change",
    base: "events",
    edit: {
      [`${measured}/bindings/kafka/replicas`]: 3,
      [`${measured}/bindings/kafka/topic`]: "readings",
    },
    want: ["breaking wire binding-changed"],
  },
  {
    title: "a binding added",
    base: "events",
    edit: { [`${measured}/bindings/amqp`]: { is: "queue" } },
    want: ["potentially-breaking wire binding-added"],
  },
  {
    title: "a binding removed",
    base: "calls",
    edit: { "/channels/ask/bindings/amqp": undefined },
    want: ["potentially-breaking wire binding-removed"],
  },
  {
    title: "another queue",
    base: "calls",
    edit: { "/channels/ask/bindings/amqp/queue/durable": false },
    want: ["breaking wire binding-changed"],
  },
  {
    title: "a binding moved to components",
    base: "calls",
    edit: {
      "/components/channelBindings/ask": {
        amqp: { is: "queue", queue: { name: "ask", durable: true } },
      },
      "/channels/ask/bindings": { $ref: "#/components/channelBindings/ask" },
    },
    want: [],
  },
  {
    title: "an operation with another group",
    base: "events",
    edit: { [`${measured}/publish/bindings/kafka/groupId/enum`]: ["lamps"] },
    want: ["potentially-breaking wire binding-changed"],
  },
  {
    title: "an operation with other routing keys",
    base: "calls",
    edit: { "/operations/takeQuestion/bindings/amqp/cc": ["others"] },
    want: ["breaking wire binding-changed"],
  },
  {
    title: "an operation with another delivery mode",
    base: "calls",
    edit: { "/operations/takeQuestion/bindings/amqp/deliveryMode": 1 },
    want: ["potentially-breaking wire binding-changed"],
  },
  {
    title: "a message with another key",
    base: "events",
    edit: { "/components/messages/measured/bindings/kafka/key/type": "integer" },
    want: ["potentially-breaking wire binding-changed"],
  },
  {
    title: "the values and types of a key in another order",
    base: "events",
    given: {
      "/components/messages/measured/bindings/kafka/key": {
        type: ["string", "null"],
        enum: ["a", "b", null],
      },
    },
    edit: {
      "/components/messages/measured/bindings/kafka/key": {
        type: ["null", "string"],
        enum: [null, "b", "a"],
      },
    },
    want: [],
  },
  {
    title: "a message with its schema id elsewhere",
    base: "events",
    edit: { "/components/messages/measured/bindings/kafka/schemaIdLocation": "payload" },
    want: ["breaking wire binding-changed"],
  },
  {
    title: "a note of the vendor",
    base: "calls",
    edit: { "/channels/ask/bindings/amqp/x-note": "Slow." },
    want: ["docs docs binding-changed"],
  },
]);
