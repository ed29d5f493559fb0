import { describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { schemaDocument, typesOf } from "./types-of.ts";

const page = `
Item: { type: object, required: [id], properties: { id: { type: integer, format: int64 } } }
Page:
  $id: page
  type: object
  required: [items]
  properties: { items: { type: array, items: { $dynamicRef: "#T" } }, next: { type: string } }
  $defs: { T: { $dynamicAnchor: T, not: {} } }
`;

/** A use of a template that says what its anchors stand for. */
function use(name: string, template: string, given: Readonly<Record<string, string>>): string {
  const defs = Object.entries(given).map(
    ([anchor, schema]) => `${anchor}: { $dynamicAnchor: ${anchor}, ${schema} }`,
  );
  return `${name}: { $id: ${name}, $ref: ${template}, $defs: { ${defs.join(", ")} } }\n`;
}

const item = '$ref: "#/components/schemas/Item"';
const items = use("Items", "page", { T: item });

const cases: readonly (readonly [title: string, given: string, want: readonly string[]])[] = [
  [
    "a template",
    page + items,
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      "export type Items = Page<Item>;",
      "export type PageT = unknown;",
      `export interface Page<T = unknown> {
  items: T[];
  next?: string;
}`,
    ],
  ],
  [
    "a template without uses",
    page,
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      "export type PageT = unknown;",
      `export interface Page {
  items: PageT[];
  next?: string;
}`,
    ],
  ],
  [
    "a default",
    page.replace("not: {}", "type: string") + items,
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      "export type Items = Page<Item>;",
      "export type PageT = string;",
      `export interface Page<T = PageT> {
  items: T[];
  next?: string;
}`,
    ],
  ],
  [
    "an argument without a name",
    page + use("Texts", "page", { T: "type: string" }),
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      "export type PageT = unknown;",
      `export interface Page<T = unknown> {
  items: T[];
  next?: string;
}`,
      "export type TextsT = string;",
      "export type Texts = Page<TextsT>;",
    ],
  ],
  [
    "a use without a name",
    `${page}Box: { type: object, properties: { all: { $id: all, $ref: page, $defs: { T: { $dynamicAnchor: T, ${item} } } } } }`,
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      "export type PageOfItem = Page<Item>;",
      `export interface Box {
  all?: PageOfItem;
}`,
      "export type PageT = unknown;",
      `export interface Page<T = unknown> {
  items: T[];
  next?: string;
}`,
    ],
  ],
  [
    "a use with members of its own",
    `${page}Counted: { $id: counted, $ref: page, properties: { total: { type: number } }, $defs: { T: { $dynamicAnchor: T, ${item} } } }`,
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      "export type PageOfItem = Page<Item>;",
      "export type Counted = { total?: number } & PageOfItem;",
      "export type PageT = unknown;",
      `export interface Page<T = unknown> {
  items: T[];
  next?: string;
}`,
    ],
  ],
  [
    "several parameters, in the order of their names",
    `Pair:
  $id: pair
  type: object
  properties: { a: { $dynamicRef: "#second" }, b: { $dynamicRef: "#first-one" } }
  $defs: { s: { $dynamicAnchor: second, type: string }, f: { $dynamicAnchor: first-one } }
${use("Both", "pair", { second: "type: boolean", "first-one": "type: number" })}${use("Half", "pair", { "first-one": "type: number" })}`,
    [
      "export type BothFirstOne = number;",
      "export type BothSecond = boolean;",
      "export type Both = Pair<BothFirstOne, BothSecond>;",
      "export type HalfFirstOne = number;",
      "export type PairS = string;",
      "export type Half = Pair<HalfFirstOne, PairS>;",
      "export type PairF = unknown;",
      `export interface Pair<FirstOne = unknown, Second = PairS> {
  a?: Second;
  b?: FirstOne;
}`,
    ],
  ],
  [
    "templates within each other",
    `${page}${items}Envelope:
  $id: envelope
  type: object
  properties: { data: { $dynamicRef: "#data" } }
  $defs: { d: { $dynamicAnchor: data } }
${use("Answer", "envelope", { data: "$ref: Items" })}`,
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      "export type Items = Page<Item>;",
      "export type Answer = Envelope<Items>;",
      "export type EnvelopeD = unknown;",
      `export interface Envelope<Data = unknown> {
  data?: Data;
}`,
      "export type PageT = unknown;",
      `export interface Page<T = unknown> {
  items: T[];
  next?: string;
}`,
    ],
  ],
  [
    "the same template within itself",
    page + items + use("Pages", "page", { T: "$ref: Items" }),
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      "export type Items = Page<Item>;",
      "export type PageT = unknown;",
      `export interface Page<T = unknown> {
  items: T[];
  next?: string;
}`,
      "export type Pages = Page<Pages>;",
    ],
  ],
  [
    "a template that refers to another part of it",
    `${page.replace("next: { type: string }", 'rest: { $ref: "#/$defs/Rest" }').replace("$defs: {", '$defs: { Rest: { type: object, properties: { last: { $dynamicRef: "#T" } } },')}${items}`,
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      "export type RestOfItem = Rest<Item>;",
      "export type Items = Page<Item>;",
      "export type PageT = unknown;",
      `export interface Rest<T = unknown> {
  last?: T;
}`,
      `export interface Page<T = unknown> {
  items: T[];
  rest?: Rest<T>;
}`,
    ],
  ],
  [
    "a template that refers to itself",
    `List:
  $id: list
  type: object
  properties: { value: { $dynamicRef: "#T" }, rest: { $ref: "#" } }
  $defs: { T: { $dynamicAnchor: T } }
${use("Numbers", "list", { T: "type: number" })}`,
    [
      "export type ListT = unknown;",
      `export interface List<T = unknown> {
  value?: T;
  rest?: List<T>;
}`,
      "export type NumbersT = number;",
      "export type Numbers = List<NumbersT>;",
    ],
  ],
  [
    "an alias",
    `List: { $id: list, type: array, items: { $dynamicRef: "#T" }, $defs: { T: { $dynamicAnchor: T } } }
${use("Numbers", "list", { T: "type: number" })}${use("Lists", "list", { T: "$ref: Lists" })}`,
    [
      "export type ListT = unknown;",
      "export type List<T = unknown> = T[];",
      "export type Lists = Lists[];",
      "export type NumbersT = number;",
      "export type Numbers = List<NumbersT>;",
    ],
  ],
  [
    "an argument that refers to its use",
    `${page}Node: { type: object, properties: { children: { $ref: Nodes } } }\n${use("Nodes", "page", { T: '$ref: "#/components/schemas/Node"' })}`,
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      `export interface Node {
  children?: Nodes;
}`,
      "export type Nodes = Page<Node>;",
      "export type PageT = unknown;",
      `export interface Page<T = unknown> {
  items: T[];
  next?: string;
}`,
    ],
  ],
  [
    "a schema that others extend",
    `Tree:
  $id: tree
  $dynamicAnchor: node
  type: object
  properties: { children: { type: array, items: { $dynamicRef: "#node" } } }
Named: { $id: named, $dynamicAnchor: node, $ref: tree, required: [name], properties: { name: { type: string } } }`,
    [
      "export type Named = { name: string } & TreeOfNamed;",
      `export interface TreeOfNamed {
  children?: Named[];
}`,
      `export interface Tree {
  children?: Tree[];
}`,
    ],
  ],
  [
    "a parameter called like a type",
    `T: { type: string }\n${page.replace("next: { type: string }", 'next: { $ref: "#/components/schemas/T" }')}${items}`,
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      "export type T = string;",
      "export type Items = Page<Item>;",
      "export type PageT = unknown;",
      `export interface Page<T_ = unknown> {
  items: T_[];
  next?: T;
}`,
    ],
  ],
  [
    "a union that an argument changes",
    `Some:
  $id: some
  type: object
  properties: { value: { anyOf: [{ $dynamicRef: "#T" }, { $ref: "#/components/schemas/Item" }] } }
  $defs: { T: { $dynamicAnchor: T } }
${page}${use("Same", "some", { T: item })}${use("Other", "some", { T: "type: number" })}`,
    [
      `export interface Item {
  /** int64 */ id: bigint;
}`,
      "export type OtherT = number;",
      "export type Other = Some<OtherT>;",
      "export type PageT = unknown;",
      `export interface Page {
  items: PageT[];
  next?: string;
}`,
      `export interface Same {
  value?: Item;
}`,
      "export type SomeT = unknown;",
      `export interface Some<T = unknown> {
  value?: T | Item;
}`,
    ],
  ],
  [
    "a tuple, a map and null",
    `All:
  $id: all
  type: object
  properties:
    tuple: { type: array, prefixItems: [{ type: string }], items: { $dynamicRef: "#T" } }
    map: { type: object, additionalProperties: { anyOf: [{ $dynamicRef: "#T" }, { type: "null" }] } }
  $defs: { T: { $dynamicAnchor: T } }
${use("Numbers", "all", { T: "type: number" })}`,
    [
      "export type AllT = unknown;",
      `export interface All<T = unknown> {
  tuple?: [string?, ...T[]];
  map?: { [key: string]: T | null };
}`,
      "export type NumbersT = number;",
      "export type Numbers = All<NumbersT>;",
    ],
  ],
];

async function typesText(schemas: string): Promise<string> {
  const { files } = await typesOf(schemaDocument(schemas));
  return files.get("types.ts") ?? "";
}

describe("generic types", () => {
  test.each(cases)("%s", async (_, given, want) => {
    const text = (await typesText(given)).replaceAll(/^\/\*\* @generated.*\n/gm, "");
    expect(text.trim().split("\n\n")).toEqual(want);
  });

  test("compile", { timeout: 60_000 }, async () => {
    const files = cases.map(async ([, given], at) => [`${at}.ts`, await typesText(given)] as const);
    expect(await compile(new Map(await Promise.all(files)))).toBe("");
  });
});
