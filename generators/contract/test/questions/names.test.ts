import { type Channel, type Contract, createNames, type Names } from "@specwright/contract";
import { describe, expect, it } from "vitest";
import { contractOfParts } from "../contract-of.ts";

function typeNames(contract: Contract, names: Names): Record<string, string> {
  return Object.fromEntries(contract.declarations.map((each) => [each.name, names.type(each)]));
}

async function namesOf(
  schemas: readonly string[],
  operations: readonly string[] = [],
): Promise<Record<string, string>> {
  const paths = operations.map(
    (id, index) =>
      `  /p${index}: { get: { operationId: ${id}, responses: { 204: { description: x } } } }`,
  );
  const components = schemas.map((name) => `    ${JSON.stringify(name)}: {}`);
  const contract = await contractOfParts(
    [
      "paths:",
      ...(paths.length > 0 ? paths : ["  {}"]),
      "components:",
      "  schemas:",
      ...(components.length > 0 ? components : ["    {}"]),
    ].join("\n"),
  );
  const names = createNames(contract);
  const derived = contract.operations.map((each) => [
    each.id,
    Object.values(names.operation(each)).join(" "),
  ]);
  return { ...typeNames(contract, names), ...Object.fromEntries(derived) };
}

describe("createNames", () => {
  it.each<[title: string, schemas: string[], operations: string[], want: Record<string, string>]>([
    ["as they are", ["OrderView", "order"], [], { OrderView: "OrderView", order: "Order" }],
    [
      "globals",
      ["string", "Promise", "Record", "Error"],
      [],
      { string: "String_", Promise: "Promise_", Record: "Record_", Error: "Error_" },
    ],
    [
      "clashes, in the order of the names",
      ["a_b", "a-b", "AB", "aB"],
      [],
      { AB: "AB", "a-b": "AB_", aB: "AB_2", a_b: "AB_3" },
    ],
    [
      "a schema and the name of another's validator",
      ["A", "ASchema"],
      [],
      { A: "A", ASchema: "ASchema_" },
    ],
    [
      "a component keeps its name before a derived one",
      ["GetOrderRequest"],
      ["getOrder"],
      { GetOrderRequest: "GetOrderRequest", getOrder: "getOrder GetOrderOperation" },
    ],
    [
      "values that are words of the language",
      [],
      ["delete", "request"],
      { delete: "delete_ Delete", request: "request_ Request" },
    ],
    [
      "30.5 operations that clash: an exact id keeps its name",
      [],
      ["get-order", "getOrder", "GetOrder"],
      {
        getOrder: "getOrder GetOrder",
        GetOrder: "getOrder_ GetOrderOperation",
        "get-order": "getOrder_2 GetOrder_",
      },
    ],
    ["30.5 schemas that clash: an exact name stays", ["A-B", "AB"], [], { AB: "AB", "A-B": "AB_" }],
    [
      "30.5 members by which JavaScript decides what an object is",
      [],
      ["then", "toJSON", "toString"],
      // biome-ignore lint/suspicious/noThenProperty: it is never awaited.
      { then: "then_ Then", toJSON: "toJSON_ ToJSON", toString: "toString_ ToString" },
    ],
  ])("%s", async (_, schemas, operations, want) => {
    expect(await namesOf(schemas, operations)).toEqual(want);
    expect(await namesOf([...schemas].reverse(), [...operations].reverse())).toEqual(want);
  });

  it("names the API by its title, or by the option", async () => {
    const contract = await contractOfParts("");
    expect(createNames(contract).api).toBe("Shop");
    expect(createNames(contract, "my shop").api).toBe("MyShop");
  });

  it("names topics as methods, and not as an open feed's own members", async () => {
    const contract = await contractOfParts("");
    const source = { file: "feed.yaml", pointer: "", line: 1, column: 1 };
    const topics = ["close", "order-book", "order_book", "}", "state"].map((name) => ({
      ...{ name, parameters: [], messages: [], hasBook: false, isPrivate: false },
      source,
    }));
    const none = {
      sends: [],
      receives: [],
      messages: [],
      parameters: [],
      servers: [],
      protocols: [],
    };
    const channel = {
      ...none,
      id: "market",
      topics,
      subscription: {},
      counters: [],
      source,
    } as unknown as Channel;
    const names = createNames({ ...contract, channels: [channel] });
    expect(topics.map((topic) => names.topic(topic))).toEqual([
      ...["close_", "orderBook", "orderBook_", "unnamed", "state_"],
    ]);
  });

  it("throws for names that the contract does not have", async () => {
    const contract = await contractOfParts("components: { schemas: { A: {} } }");
    const other = await contractOfParts("components: { schemas: { A: {} } }");
    const [declaration] = other.declarations;
    expect(() => declaration && createNames(contract).type(declaration)).toThrow(RangeError);
  });
});
