import { filterOperations, type OperationFilters } from "@specwright/contract";
import { expect, it } from "vitest";
import { contractOf } from "./contract-of.ts";

const schema = (name: string): string =>
  `{ description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }`;

const shop = `openapi: 3.1.0
info: { title: Shop, version: "1" }
tags: [{ name: orders }, { name: pets }]
paths:
  /orders:
    get: { operationId: listOrders, tags: [orders], security: [{ key: [] }], responses: { "200": ${schema("Order")} } }
    post: { operationId: createOrder, tags: [orders], deprecated: true, responses: { "200": ${schema("Order")} } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getOrder, tags: [orders, pets], responses: { "200": ${schema("Order")} } }
  /pets:
    get: { tags: [pets], responses: { "200": ${schema("Pet")} } }
webhooks:
  orderChanged:
    post: { operationId: orderChanged, tags: [orders], requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Change" } } } }, responses: { "204": { description: Done. } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Order: { type: object, properties: { item: { $ref: "#/components/schemas/Item" } } }
    Item: { type: object, properties: { order: { $ref: "#/components/schemas/Order" } } }
    Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { cat: Cat } } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { lives: { $ref: "#/components/schemas/Lives" } } }] }
    Lives: { type: integer }
    Change: { type: object }
    Unused: { type: object }
`;

const orderNames = ["Item", "Order"];
const petNames = ["Cat", "Lives", "Pet"];

it.each<[string, OperationFilters, operations: readonly string[], declarations: readonly string[]]>(
  [
    [
      "a tag, which an operation may have second",
      { include: { tags: ["pets"] } },
      ["getOrder", "get /pets"],
      [...petNames, ...orderNames],
    ],
    ["a path", { include: { paths: ["/orders"] } }, ["listOrders", "createOrder"], orderNames],
    ["one step of a path", { include: { paths: ["/*/{id}"] } }, ["getOrder"], orderNames],
    [
      "all paths below one",
      { include: { paths: ["/orders**"] } },
      ["listOrders", "createOrder", "getOrder"],
      orderNames,
    ],
    ["an id", { include: { ids: ["createOrder"] } }, ["createOrder"], orderNames],
    [
      "the id of an operation without one",
      { include: { ids: ["get /pets"] } },
      ["get /pets"],
      petNames,
    ],
    ["a webhook", { include: { ids: ["orderChanged"] } }, ["orderChanged"], ["Change"]],
    ["what is deprecated", { include: { deprecated: true } }, ["createOrder"], orderNames],
    [
      "all members of include",
      { include: { tags: ["orders"], ids: ["list*", "get /**"] } },
      ["listOrders"],
      orderNames,
    ],
    [
      "what has no member of exclude",
      { exclude: { tags: ["pets"], deprecated: true } },
      ["listOrders", "orderChanged"],
      ["Change", ...orderNames],
    ],
    [
      "nothing that is excluded",
      { include: { tags: ["orders"] }, exclude: { tags: ["orders"] } },
      [],
      [],
    ],
  ],
)("takes %s", async (_, filters, operations, declarations) => {
  const { contract, unmatched } = filterOperations(await contractOf(shop), filters);
  const taken = [...contract.operations, ...contract.webhooks].map(({ id }) => id);
  const named = contract.declarations.filter(({ origin }) => origin === "schema");
  expect([taken, named.map(({ name }) => name).sort(), unmatched]).toEqual([
    operations,
    [...declarations].sort(),
    [],
  ]);
});

it("leaves out unused tags and security schemes", async () => {
  const contract = await contractOf(shop);
  const orders = filterOperations(contract, { include: { ids: ["listOrders"] } }).contract;
  expect([orders.tags, orders.securitySchemes].map((each) => each.length)).toEqual([1, 1]);
  const pets = filterOperations(contract, { include: { paths: ["/pets"] } }).contract;
  expect([pets.tags, pets.securitySchemes].map((each) => each.length)).toEqual([1, 0]);
});

it.each<[string, OperationFilters, nearest: string | undefined]>([
  ["a tag", { include: { tags: ["order"] } }, "orders"],
  ["a path", { exclude: { paths: ["/orders/{di}"] } }, "/orders/{id}"],
  ["an id", { include: { ids: ["listorders"] } }, "listOrders"],
  ["a glob", { include: { paths: ["/users/**"] } }, undefined],
])("reports that %s matches nothing", async (_, filters, nearest) => {
  const { unmatched } = filterOperations(await contractOf(shop), filters);
  expect(unmatched.map((each) => each.nearest)).toEqual([nearest]);
});

const feed = `asyncapi: 3.0.0
info: { title: Feed, version: "1" }
channels:
  rooms:
    address: /rooms/{room}
    parameters: { room: {} }
    x-heartbeat: { version: 1, beats: [{ from: server, message: beat }] }
    messages:
      tick: { payload: { $ref: "#/components/schemas/Tick" } }
      say: { payload: { $ref: "#/components/schemas/Say" } }
      beat: { payload: { $ref: "#/components/schemas/Beat" } }
  log: { address: /log, tags: [{ name: audit }], messages: { entry: { payload: { $ref: "#/components/schemas/Entry" } } } }
  idle: { address: /idle, deprecated: true }
operations:
  sendTick: { action: send, channel: { $ref: "#/channels/rooms" }, tags: [{ name: live }], messages: [{ $ref: "#/channels/rooms/messages/tick" }] }
  receiveSay: { action: receive, channel: { $ref: "#/channels/rooms" }, messages: [{ $ref: "#/channels/rooms/messages/say" }], reply: { channel: { $ref: "#/channels/log" } } }
components:
  schemas: { Tick: { type: string }, Say: { type: string }, Beat: { type: string }, Entry: { type: string } }
`;

it.each<[string, OperationFilters, channels: readonly string[], declarations: readonly string[]]>([
  [
    "the tag of an operation",
    { include: { tags: ["live"] } },
    ["rooms: beat tick"],
    ["Beat", "Tick"],
  ],
  [
    "the id of an operation, with the channel of its reply",
    { include: { ids: ["receiveSay"] } },
    ["log: entry", "rooms: beat say"],
    ["Beat", "Entry", "Say"],
  ],
  [
    "the address of a channel",
    { include: { paths: ["/rooms/*"] } },
    ["log: entry", "rooms: beat say tick"],
    ["Beat", "Entry", "Say", "Tick"],
  ],
  ["the id of a channel without operations", { include: { ids: ["idle"] } }, ["idle: "], []],
  [
    "what is not deprecated",
    { exclude: { deprecated: true, ids: ["receive*"] } },
    ["rooms: beat tick"],
    ["Beat", "Tick"],
  ],
])("selects channels by %s", async (_, filters, channels, declarations) => {
  const { contract } = filterOperations(await contractOf(feed), filters);
  const named = contract.declarations.filter(({ origin }) => origin === "schema");
  expect([
    contract.channels.map(
      ({ id, messages }) => `${id}: ${messages.map((each) => each.id).join(" ")}`,
    ),
    named.map(({ name }) => name).sort(),
    contract.channelOperations.every(({ channel }) => contract.channels.includes(channel)),
  ]).toEqual([channels, declarations, true]);
});
