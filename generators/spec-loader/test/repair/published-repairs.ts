import { asyncapi, openapi } from "../in-memory.ts";
import type { RepairCase } from "./repairs.ts";

const body = (schema: string) =>
  openapi(
    `paths:\n  /a:\n    put:\n      requestBody: { content: { image/jpeg: { schema: ${schema} } } }\n      responses: { 204: { description: Done. } }`,
  );
const schemaOfBody = "/paths/~1a/put/requestBody/content/image~1jpeg/schema";
const operation = (messages: string) =>
  asyncapi(
    `channels:\n  c: { address: c, messages: { m: { $ref: "#/components/messages/m" } } }\noperations:\n  o: { action: send, channel: { $ref: "#/channels/c" }, messages: ${messages} }\ncomponents: { messages: { m: {} } }`,
  );
const headers = (first: string, second: string) =>
  openapi(`paths:\n  /a:\n    parameters:\n      - ${first}\n      - ${second}`);

/** Faults in published documents. */
export const publishedRepairs: readonly RepairCase[] = [
  {
    name: "required: true in the schema of a body",
    given: body("{ type: string, required: true }"),
    fault: ["FIELD_TYPE", 8, `${schemaOfBody}/required`],
    reading: "left out",
    want: { [schemaOfBody]: { type: "string" } },
  },
  {
    name: "required: true in a component",
    given: openapi("paths: {}\ncomponents: { schemas: { A: { required: true, type: string } } }"),
    fault: ["FIELD_TYPE", 6, "/components/schemas/A/required"],
    reading: "left out",
    want: { "/components/schemas/A": { type: "string" } },
  },
  {
    name: "required: true in an alternative",
    given: openapi("paths: {}\ncomponents: { schemas: { A: { oneOf: [{ required: true }] } } }"),
    fault: ["FIELD_TYPE", 6, "/components/schemas/A/oneOf/0/required"],
    reading: "left out",
    want: { "/components/schemas/A": { oneOf: [{}] } },
  },
  {
    name: "AsyncAPI 2 without channels",
    given: asyncapi("components: { messages: { m: {} } }", "2.6.0"),
    fault: ["FIELD_MISSING", 1, ""],
    reading: "read as {}",
    want: { "/channels": {} },
  },
  {
    name: "a message of components that the channel of the operation has",
    given: operation('[{ $ref: "#/components/messages/m" }]'),
    fault: ["ASYNCAPI_INVALID", 8, "/operations/o/messages/0"],
    reading: 'read as "#/channels/c/messages/m"',
    want: { "/operations/o/messages": [{ $ref: "#/channels/c/messages/m" }] },
  },
  {
    name: "a path of OpenAPI 3.2 with a parameter twice",
    given: openapi(
      "paths:\n  /a/{id}/b/{id}:\n    parameters: [{ name: id, in: path, required: true }]",
      "3.2.0",
    ),
    fault: ["PATH_INVALID", 6, "/paths/~1a~1{id}~1b~1{id}"],
    reading: "read as one value, used in both places",
    want: { "/paths/~1a~1{id}~1b~1{id}/parameters/0/name": "id" },
  },
  {
    name: "a header whose name another one has in capitals",
    given: headers("{ name: a-key, in: header }", "{ name: A-Key, in: header, description: A. }"),
    fault: ["PARAMETER_DUPLICATE", 9, "/paths/~1a/parameters/1"],
    reading: "left out",
    want: { "/paths/~1a/parameters": [{ name: "a-key", in: "header" }] },
  },
  {
    name: "an AsyncAPI id that is not a URI",
    given: `${asyncapi("channels: {}")}\nid: orders\n`,
    fault: ["ASYNCAPI_INVALID", 6, "/id"],
    reading: "left out",
    want: { "/id": undefined },
  },
  {
    name: "an example of an AsyncAPI message without payload and headers",
    given: asyncapi(
      "channels: { c: { messages: { m: { examples: [{ payload: 1 }, { name: a }] } } } }",
    ),
    fault: ["ASYNCAPI_INVALID", 5, "/channels/c/messages/m/examples/1"],
    reading: "left out",
    want: { "/channels/c/messages/m/examples": [{ payload: 1 }] },
  },
  {
    name: "an example of a message of AsyncAPI 2 without payload and headers",
    given: asyncapi(
      "channels: {}\ncomponents: { messages: { m: { payload: {}, examples: [{ name: a }] } } }",
      "2.6.0",
    ),
    fault: ["ASYNCAPI_INVALID", 6, "/components/messages/m/examples/0"],
    reading: "left out",
    want: { "/components/messages/m": { payload: {}, examples: [] } },
  },
  {
    name: "an example of an AsyncAPI message that is a text",
    given: asyncapi("channels: { c: { messages: { m: { examples: [{ payload: 1 }, text] } } } }"),
    fault: ["FIELD_TYPE", 5, "/channels/c/messages/m/examples/1"],
    reading: "left out",
    want: { "/channels/c/messages/m/examples": [{ payload: 1 }] },
  },
];
