import { editHandlers, type HandlerEditResult, type HandlerOperation } from "@specwright/emit-kit";
import { describe, expect, it } from "vitest";

const operation = (name: string): HandlerOperation => {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  return {
    name,
    doc: `Does ${name}.`,
    parameters: [
      { name: "request", type: `${type}Request` },
      { name: "context", type: "Context" },
    ],
    returns: `Promise<${type}Response>`,
    imports: [
      { name: `${type}Request`, from: "@shop/api/types", typeOnly: true },
      { name: `${type}Response`, from: "@shop/api/types", typeOnly: true },
    ],
  };
};

async function edit(text: string, names: readonly string[]): Promise<HandlerEditResult> {
  return editHandlers(text, { interfaceName: "ShopHandlers", operations: names.map(operation) });
}

const error = 'import { NotImplementedError } from "@specwright/runtime";';
const stub = (name: string): string =>
  `  /** Does ${name}. */\n  ${name}(_request, _context) {\n    throw new NotImplementedError("${name}");\n  },`;

const cases: [title: string, given: string, operations: string[], want: string][] = [
  [
    "an object literal",
    'import type { ShopHandlers } from "./api";\n\nexport const handlers: ShopHandlers = {\n  a: () => 1,\n};\n',
    ["a", "b"],
    `import type { ShopHandlers } from "./api";\n${error}\n\nexport const handlers: ShopHandlers = {\n  a: () => 1,\n${stub("b")}\n};\n`,
  ],
  [
    "an empty object literal and no imports",
    "// Mine.\nexport const handlers: ShopHandlers = {};\n",
    ["a"],
    `${error}\n\n// Mine.\nexport const handlers: ShopHandlers = {\n${stub("a")}\n};\n`,
  ],
  [
    "a shebang",
    "#!/usr/bin/env node\nconst h: ShopHandlers = {\n};\n",
    ["a"],
    `#!/usr/bin/env node\n${error}\n\nconst h: ShopHandlers = {\n${stub("a")}\n};\n`,
  ],
  [
    "no trailing comma, a comment behind",
    "import x from 'x';\nexport const h = {\n  a() {} // mine\n  // more\n} satisfies ShopHandlers;",
    ["a", "b"],
    `import x from 'x';\nimport { NotImplementedError } from '@specwright/runtime';\nexport const h = {\n  a() {}, // mine\n  // more\n${stub("b")}\n} satisfies ShopHandlers;`,
  ],
  [
    "one line",
    'import { NotImplementedError } from "@specwright/runtime";\nconst h: ShopHandlers = { a };\n',
    ["a", "b"],
    `${error}\nconst h: ShopHandlers = { a,\n${stub("b")}\n};\n`,
  ],
  [
    "an import that can take the name, and an alias",
    'import { parseJson } from "@specwright/runtime";\nconst h: ShopHandlers = {\n};\n',
    ["a"],
    `import { parseJson, NotImplementedError } from "@specwright/runtime";\nconst h: ShopHandlers = {\n${stub("a")}\n};\n`.replace(
      "{\n};",
      "{\n};",
    ),
  ],
  [
    "a spread wins over the stubs",
    `${error}\nconst h: ShopHandlers = {\n  ...others,\n};\n`,
    ["a"],
    `${error}\nconst h: ShopHandlers = {\n${stub("a")}\n  ...others,\n};\n`,
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
    `${error}\nexport function handlers(db: Db): ShopHandlers<Session> {\n  const f = () => { return { x: 1 }; };\n  return {\n    a: f,\n${stub("b").replace(/^/gm, "  ")}\n  };\n}\n`,
  ],
  [
    "an arrow function",
    `${error}\nexport const handlers = (db: Db): ShopHandlers => ({\n\ta: db.a,\n});\n`,
    ["a", "b"],
    `${error}\nexport const handlers = (db: Db): ShopHandlers => ({\n\ta: db.a,\n${stub("b").replaceAll("    ", "\t\t").replaceAll("  ", "\t")}\n});\n`,
  ],
  [
    "a class",
    `${error}\nexport class Shop implements ShopHandlers<Session> {\n  #db = 1;\n\n  async a(request: ARequest) {\n    return this.help();\n  }\n\n  async gone(request: GoneRequest) {}\n\n  help() {}\n}\n`,
    ["a", "b"],
    `${error}\nimport type { BRequest, BResponse } from "@shop/api/types";\nexport class Shop implements ShopHandlers<Session> {\n  #db = 1;\n\n  async a(request: ARequest) {\n    return this.help();\n  }\n\n  // specwright: removed from the contract\n  async gone(request: GoneRequest) {}\n\n  help() {}\n\n  /** Does b. */\n  b(_request: BRequest, _context: Session): Promise<BResponse> {\n    throw new NotImplementedError("b");\n  }\n}\n`,
  ],
  [
    "Windows line ends",
    `${error}\r\nconst h: ShopHandlers = {\r\n  a,\r\n};\r\n`,
    ["a", "b"],
    `${error}\r\nconst h: ShopHandlers = {\r\n  a,\r\n${stub("b").replaceAll("\n", "\r\n")}\r\n};\r\n`,
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

  it("says what it did", async () => {
    const result = await edit("const h: ShopHandlers = { a, c };\n", ["a", "b"]);
    expect(result).toMatchObject({ edited: true, added: ["b"], removed: ["c"] });
  });

  it.each([
    ["const h: OtherHandlers = {};", "not-found"],
    ["const h: ShopHandlers = {};\nconst i: ShopHandlers = {};", "several"],
    ["const h: ShopHandlers = make();", "not-found"],
    ["const {", "not-found"],
  ])("leaves %j alone: %s", async (given, reason) => {
    expect(await edit(given, ["a"])).toEqual({ edited: false, reason });
  });
});
