import { editHandlers, type HandlerOperation } from "@specwright/emit/print";
import { describe, expect, it } from "vitest";
import type { HandlerEdit, HandlerEditResult } from "../../src/print/handlers/edit-handlers.ts";

const operation = (name: string): HandlerOperation => {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  return {
    name,
    doc: `Does ${name}.`,
    address: `GET /${name}`,
    parameters: [
      { name: "request", type: `${type}Request` },
      { name: "context", type: "Context" },
    ],
    returns: `Promise<${type}Response>`,
    imports: [
      { name: `${type}Request`, from: "./types.ts", typeOnly: true },
      { name: `${type}Response`, from: "./types.ts", typeOnly: true },
    ],
  };
};

async function edit(
  text: string,
  names: readonly string[],
  given: Partial<HandlerEdit> = {},
): Promise<HandlerEditResult> {
  return editHandlers(text, {
    interfaceName: "ShopHandlers",
    module: "@shop/api/server",
    operations: names.map(operation),
    ...given,
  });
}

const error = 'import { NotImplementedError } from "@specwright/runtime";';
const stub = (name: string): string =>
  `  /** Does ${name} (GET /${name}) */\n  async ${name}(_request, _context): Promise<${name.toUpperCase()}Response> {\n    throw new NotImplementedError("${name}");\n  },`;

/** The import of the stub's return value. */
const answer = (name: string): string =>
  `import type { ${name.toUpperCase()}Response } from "@shop/api/types";`;

const cases: [title: string, given: string, operations: string[], want: string][] = [
  [
    "an object literal",
    'import type { ShopHandlers } from "./api";\n\nexport const handlers: ShopHandlers = {\n  a: () => 1,\n};\n',
    ["a", "b"],
    `import type { ShopHandlers } from "./api";\n${error}\nimport type { BResponse } from "./types";\n\nexport const handlers: ShopHandlers = {\n  a: () => 1,\n${stub("b")}\n};\n`,
  ],
  [
    "an empty object literal and no imports",
    "// Mine.\nexport const handlers: ShopHandlers = {};\n",
    ["a"],
    `${error}\n${answer("a")}\n\n// Mine.\nexport const handlers: ShopHandlers = {\n${stub("a")}\n};\n`,
  ],
  [
    "a shebang",
    "#!/usr/bin/env node\nconst h: ShopHandlers = {\n};\n",
    ["a"],
    `#!/usr/bin/env node\n${error}\n${answer("a")}\n\nconst h: ShopHandlers = {\n${stub("a")}\n};\n`,
  ],
  [
    "no trailing comma, a comment behind",
    "import x from 'x';\nexport const h = {\n  a() {} // mine\n  // more\n} satisfies ShopHandlers;",
    ["a", "b"],
    `import x from 'x';\nimport { NotImplementedError } from '@specwright/runtime';\n${answer("b").replaceAll('"', "'")}\nexport const h = {\n  a() {}, // mine\n  // more\n${stub("b")}\n} satisfies ShopHandlers;`,
  ],
  [
    "one line",
    'import { NotImplementedError } from "@specwright/runtime";\nconst h: ShopHandlers = { a };\n',
    ["a", "b"],
    `${error}\n${answer("b")}\nconst h: ShopHandlers = { a,\n${stub("b")}\n};\n`,
  ],
  [
    "an import that can take the name, and an alias",
    'import { parseJson } from "@specwright/runtime";\nconst h: ShopHandlers = {\n};\n',
    ["a"],
    `import { parseJson, NotImplementedError } from "@specwright/runtime";\n${answer("a")}\nconst h: ShopHandlers = {\n${stub("a")}\n};\n`.replace(
      "{\n};",
      "{\n};",
    ),
  ],
  [
    "a spread wins over the stubs",
    `${error}\nconst h: ShopHandlers = {\n  ...others,\n};\n`,
    ["a"],
    `${error}\n${answer("a")}\nconst h: ShopHandlers = {\n${stub("a")}\n  ...others,\n};\n`,
  ],
  [
    "a removed operation",
    "const h: ShopHandlers = {\n  /** Mine. */\n  a() {\n    // body\n    return 1;\n  },\n  'odd-name': 1,\n};\n",
    [],
    "const h: ShopHandlers = {\n  // specwright: removed from the contract\n  /** Mine. */\n  a() {\n    // body\n    return 1;\n  },\n  // specwright: removed from the contract\n  'odd-name': 1,\n};\n",
  ],
  [
    "a removed operation that came back",
    "const h: ShopHandlers = {\n  // specwright: removed from the contract\n  a() {},\n};\n",
    ["a"],
    "const h: ShopHandlers = {\n  a() {},\n};\n",
  ],
  [
    "a function that returns the handlers",
    `${error}\nexport function handlers(db: Db): ShopHandlers<Session> {\n  const f = () => { return { x: 1 }; };\n  return {\n    a: f,\n  };\n}\n`,
    ["a", "b"],
    `${error}\n${answer("b")}\nexport function handlers(db: Db): ShopHandlers<Session> {\n  const f = () => { return { x: 1 }; };\n  return {\n    a: f,\n${stub("b").replace(/^/gm, "  ")}\n  };\n}\n`,
  ],
  [
    "an arrow function",
    `${error}\nexport const handlers = (db: Db): ShopHandlers => ({\n\ta: db.a,\n});\n`,
    ["a", "b"],
    `${error}\n${answer("b")}\nexport const handlers = (db: Db): ShopHandlers => ({\n\ta: db.a,\n${stub("b").replaceAll("    ", "\t\t").replaceAll("  ", "\t")}\n});\n`,
  ],
  [
    "a class",
    `${error}\nexport class Shop implements ShopHandlers<Session> {\n  #db = 1;\n\n  async a(request: ARequest) {\n    return this.help();\n  }\n\n  async gone(request: GoneRequest) {}\n\n  help() {}\n}\n`,
    ["a", "b"],
    `${error}\nimport type { BRequest, BResponse } from "@shop/api/types";\nexport class Shop implements ShopHandlers<Session> {\n  #db = 1;\n\n  async a(request: ARequest) {\n    return this.help();\n  }\n\n  // specwright: removed from the contract\n  async gone(request: GoneRequest) {}\n\n  help() {}\n\n  /** Does b (GET /b) */\n  b(_request: BRequest, _context: Session): Promise<BResponse> {\n    throw new NotImplementedError("b");\n  }\n}\n`,
  ],
  [
    "Windows line ends",
    `${error}\r\nconst h: ShopHandlers = {\r\n  a,\r\n};\r\n`,
    ["a", "b"],
    `${error}\r\n${answer("b")}\r\nconst h: ShopHandlers = {\r\n  a,\r\n${stub("b").replaceAll("\n", "\r\n")}\r\n};\r\n`,
  ],
];

describe("editHandlers", () => {
  it.each(cases)("%s", async (_, given, names, want) => {
    const result = await edit(given, names);
    expect(result.edited && result.text).toBe(want);
    // A second run changes nothing.
    const again = await edit(want, names);
    expect(again.edited && again.text).toBe(want);
  });

  it("lists its changes", async () => {
    const result = await edit("const h: ShopHandlers = { a, c };\n", ["a", "b"]);
    expect(result).toMatchObject({ edited: true, added: ["b"], removed: ["c"] });
  });

  it.each([
    ["const h: OtherHandlers = {};", "not-found"],
    ["const h: ShopHandlers = {};\nconst i: ShopHandlers = {};", "several"],
    ["const h: ShopHandlers = make();", "not-found"],
  ])("leaves %j alone: %s", async (given, reason) => {
    expect(await edit(given, ["a"])).toEqual({ edited: false, reason });
  });

  it.each([
    ["const {", 1, 8, "'}' expected."],
    [
      "const h: ShopHandlers = {\n  a() { return [; },\n};\n",
      2,
      17,
      "Expression or comma expected.",
    ],
  ])("reports where %j does not parse", async (given, line, column, message) => {
    const want = { edited: false, reason: "syntax", line, column, message };
    expect(await edit(given, ["a"])).toEqual(want);
  });
});

// In each case, the contract has the operation `found`, and `sought` had the same method and path.
const found = { ...operation("found"), address: "GET /things" };
const former = new Map([["sought", "GET /things"]]);
const renames: [title: string, given: string, want: string][] = [
  [
    "a method, whose comment has the address",
    "const h: ShopHandlers = {\n  /** Mine (GET /things) */\n  async old() {\n    return 1; // mine\n  },\n};\n",
    "const h: ShopHandlers = {\n  /** Mine (GET /things) */\n  async found() {\n    return 1; // mine\n  },\n};\n",
  ],
  [
    "a method of an earlier contract",
    "const h: ShopHandlers = {\n  sought: (request) => find(request),\n};\n",
    "const h: ShopHandlers = {\n  found: (request) => find(request),\n};\n",
  ],
  [
    "a name alone, and a mark",
    "const h: ShopHandlers = {\n  // specwright: removed from the contract\n  sought,\n};\n",
    "const h: ShopHandlers = {\n  found: sought,\n};\n",
  ],
  [
    "a stub",
    `${error}\nconst h: ShopHandlers = {\n  /** GET /things */\n  old() {\n    throw new NotImplementedError("old");\n  },\n};\n`,
    `${error}\nconst h: ShopHandlers = {\n  /** GET /things */\n  found() {\n    throw new NotImplementedError("found");\n  },\n};\n`,
  ],
  [
    "the types in a class",
    'import type { SoughtRequest, SoughtResponse } from "./types.js";\nclass Shop implements ShopHandlers {\n  async sought(request: SoughtRequest): Promise<SoughtResponse> {\n    return find(request);\n  }\n}\n',
    'import type { FoundRequest, FoundResponse } from "./types.js";\nclass Shop implements ShopHandlers {\n  async found(request: FoundRequest): Promise<FoundResponse> {\n    return find(request);\n  }\n}\n',
  ],
];

describe("a renamed operation", () => {
  it.each(renames)("keeps the body of %s", async (_, given, want) => {
    const result = await edit(given, [], { operations: [found], former });
    expect(result).toMatchObject({ edited: true, added: [], removed: [], text: want });
  });

  it.each([
    [
      "that two handlers had",
      "const h: ShopHandlers = {\n  /** GET /things */\n  a() {},\n  sought() {},\n};\n",
      "found",
    ],
    [
      "with another path",
      "const h: ShopHandlers = {\n  /** GET /things/{id} */\n  a() {},\n};\n",
      "found",
    ],
  ])("is a new one %s", async (_, given, want) => {
    const result = await edit(given, [], { operations: [found], former });
    expect(result.edited && [result.added, result.renamed]).toEqual([[want], []]);
  });
});

describe("the type of handlers", () => {
  const chat = { ...operation("chat"), isOptional: true };
  it.each([
    ["const h: Partial<ShopHandlers<Session>> = {};", ["a", "b"]],
    ['const h: Omit<ShopHandlers, "a" | "chat"> = {};', ["b"]],
    ['const h: Readonly<Pick<ShopHandlers, "b">> = {};', ["b"]],
    ["async function make(): Promise<Partial<ShopHandlers>> { return {}; }", ["a", "b"]],
  ])("%s accepts %j", async (given, want) => {
    const result = await edit(given, [], { operations: [operation("a"), operation("b"), chat] });
    expect(result.edited && result.added).toEqual(want);
  });
});

it.each([
  ["../gen/server.js", "../gen/types.js"],
  ["#gen/server.mjs", "#gen/types.mjs"],
  ["@shop/api/server", "@shop/api/types"],
])("types are imported relative to the interface, which is in %s", async (module, want) => {
  const given = `import type { ShopHandlers } from "${module}";\nclass Shop implements ShopHandlers {}\n`;
  const result = await edit(given, ["a"]);
  expect(result.edited && result.text).toContain(
    `import type { ARequest, AResponse } from "${want}";`,
  );
});
