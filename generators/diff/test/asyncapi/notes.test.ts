import { describePairs } from "./check-pairs.ts";
import { renamed } from "./edit-document.ts";

const orders = "/channels/orders";
const measured = "/channels/lights~1{lamp}~1measured";
const message = "/components/messages/measured";

describePairs("texts and extensions without a meaning", [
  {
    title: "the title of a channel",
    base: "stream",
    edit: { [`${orders}/title`]: "Orders of the shop" },
    want: ["docs docs title-changed"],
  },
  {
    title: "the description of a channel",
    base: "events",
    edit: { [`${measured}/description`]: "The values of a lamp." },
    want: ["docs docs description-changed"],
  },
  {
    title: "the summary of an operation",
    base: "events",
    edit: { [`${measured}/publish/summary`]: "Takes values." },
    want: ["docs docs summary-changed"],
  },
  {
    title: "the title of a message",
    base: "events",
    edit: { [`${message}/title`]: "Value" },
    want: ["docs docs title-changed"],
  },
  {
    title: "the examples of a message",
    base: "events",
    edit: { [`${message}/examples/0/payload/lumens`]: 4 },
    want: ["docs docs examples-changed"],
  },
  {
    title: "the description of a parameter",
    base: "stream",
    edit: { "/channels/prices/parameters/region/description": "The part of the world." },
    want: ["docs docs schema-documentation-changed request"],
    consumer: ["docs docs schema-documentation-changed request"],
  },
  {
    title: "an extension of a channel",
    base: "stream",
    edit: { [`${orders}/x-team`]: "shop" },
    want: ["docs docs extension-changed"],
  },
  {
    title: "an extension of an operation",
    base: "calls",
    edit: { "/operations/takeLetter/x-team": "mail" },
    want: ["docs docs extension-changed"],
  },
  {
    title: "an extension of a message",
    base: "events",
    edit: { [`${message}/x-size`]: 12 },
    want: ["docs docs extension-changed"],
  },
  {
    title: "an extension of the document",
    base: "calls",
    edit: { "/x-team": "mail" },
    want: ["docs docs extension-changed"],
  },
  {
    title: "the version of the document",
    base: "events",
    edit: { "/info/version": "1.1.0" },
    want: [],
  },
  {
    title: "the payload of a message that no operation has",
    base: "stream",
    edit: { "/components/messages/spare/payload/required": ["type"] },
    want: ["potentially-breaking code message-payload-changed"],
  },
  {
    title: "a schema renamed",
    base: "events",
    edit: {
      "/components/schemas/Measured": renamed("Measurement"),
      [`${message}/payload/$ref`]: "#/components/schemas/Measurement",
    },
    want: ["breaking code schema-renamed"],
  },
]);

const scheme = { type: "httpApiKey", in: "header", name: "Key" };
const secured = {
  "/components/securitySchemes": { key: scheme, other: { ...scheme, name: "Other" } },
  "/servers/rabbit/security": [{ $ref: "#/components/securitySchemes/key" }],
};

const date = "/operations/takeLetter/x-sunset";

describePairs("the end of what is deprecated", [
  {
    title: "a date",
    base: "calls",
    given: { "/operations/takeLetter/x-deprecated": true },
    edit: { [date]: "2027-01-01" },
    want: ["deprecation wire sunset-added"],
  },
  {
    title: "an earlier date",
    base: "calls",
    given: { "/operations/takeLetter/x-deprecated": true, [date]: "2027-01-01" },
    edit: { [date]: "2026-06-01" },
    want: ["breaking docs sunset-moved-earlier"],
  },
  {
    title: "another replacement",
    base: "calls",
    given: { "/operations/takeLetter/x-deprecated": true },
    edit: { "/operations/takeLetter/x-deprecated": { replacement: "#/operations/sendProbe" } },
    want: ["docs docs extension-changed"],
  },
]);

describePairs("servers and security", [
  {
    title: "a server added",
    base: "calls",
    edit: { "/servers/more": { host: "more.example", protocol: "amqp" } },
    want: ["non-breaking wire server-added"],
  },
  {
    title: "a server removed",
    base: "stream",
    given: { [`${orders}/servers`]: undefined },
    edit: { "/servers/test": undefined },
    want: ["breaking wire server-removed"],
  },
  {
    title: "another host",
    base: "calls",
    edit: { "/servers/rabbit/host": "hare.example" },
    want: ["breaking wire server-url-changed"],
  },
  {
    title: "another protocol",
    base: "events",
    edit: { "/servers/main/protocol": "kafka-secure" },
    want: ["breaking wire server-url-changed"],
  },
  {
    title: "a server renamed",
    base: "calls",
    edit: { "/servers/rabbit": renamed("broker") },
    want: ["breaking code server-renamed"],
  },
  {
    title: "security added to a server",
    base: "calls",
    given: { "/components/securitySchemes": { key: scheme } },
    edit: { "/servers/rabbit/security": [{ $ref: "#/components/securitySchemes/key" }] },
    want: ["breaking wire security-added request"],
    consumer: ["breaking wire security-added request"],
  },
  {
    title: "an alternative added to a server",
    base: "calls",
    given: secured,
    edit: { "/servers/rabbit/security/1": { $ref: "#/components/securitySchemes/other" } },
    want: ["non-breaking wire security-added request"],
    consumer: ["non-breaking wire security-added request"],
  },
  {
    title: "security added to an operation",
    base: "calls",
    given: secured,
    edit: {
      "/operations/takeLetter/security": [{ $ref: "#/components/securitySchemes/other" }],
    },
    want: ["breaking wire security-added request"],
    consumer: ["breaking wire security-added request"],
  },
  {
    title: "a scheme that looks for the key elsewhere",
    base: "calls",
    given: secured,
    edit: { "/components/securitySchemes/key/name": "Access-Key" },
    want: ["breaking wire security-scheme-location-changed request"],
    consumer: ["breaking wire security-scheme-location-changed request"],
  },
  {
    title: "security added to one of two servers",
    base: "events",
    given: {
      "/components/securitySchemes": { key: { type: "apiKey", in: "user" } },
      "/servers/main/security": [{ key: [] }],
    },
    edit: { "/servers/spare/security": [{ key: [] }] },
    want: ["breaking wire security-added request"],
    consumer: ["breaking wire security-added request"],
  },
  {
    title: "a binding of a server",
    base: "events",
    given: { "/servers/main/bindings": { kafka: { schemaRegistryVendor: "a" } } },
    edit: { "/servers/main/bindings/kafka/schemaRegistryVendor": "b" },
    want: ["potentially-breaking wire binding-changed"],
  },
]);
