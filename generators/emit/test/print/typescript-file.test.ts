import { describe, expect, it } from "vitest";
import type { Printable } from "../../src/print/printable.ts";
import { createTypeScriptFile, type TypeScriptFile } from "../../src/print/typescript-file.ts";

const cases: [
  title: string,
  path: string,
  print: (file: TypeScriptFile) => Printable[],
  want: string,
][] = [
  ["no imports", "a.ts", () => ["const a = 1;"], "const a = 1;\n"],
  [
    "packages before files, names in code point order",
    "a.ts",
    (file) => [
      file.import("b", "./types.ts"),
      file.importType("A", "zod"),
      file.import("Z", "./types.ts"),
      file.import("c", "other"),
    ],
    'import { c } from "other";\nimport type { A } from "zod";\nimport { Z, b } from "./types.ts";\n\nbAZc\n',
  ],
  [
    "a type beside a value",
    "a.ts",
    (file) => [file.importType("B", "x"), file.import("a", "x")],
    'import { type B, a } from "x";\n\nBa\n',
  ],
  [
    "a type that is a value too",
    "a.ts",
    (file) => [file.importType("B", "x"), file.import("B", "x")],
    'import { B } from "x";\n\nBB\n',
  ],
  [
    "a namespace",
    "a.ts",
    (file) => [file.importNamespace("z", "zod"), ".", file.import("q", "zod")],
    'import * as z from "zod";\nimport { q } from "zod";\n\nz.q\n',
  ],
  ["its own names", "types.ts", (file) => [file.import("A", "./types.ts")], "A\n"],
  [
    "a file in a folder",
    "docs/a.ts",
    (file) => [file.import("A", "./types.ts")],
    'import { A } from "../types.ts";\n\nA\n',
  ],
  [
    "a neighbour in a folder",
    "docs/a.ts",
    (file) => [file.import("A", "./docs/b.ts")],
    'import { A } from "./b.ts";\n\nA\n',
  ],
  [
    "a folder below",
    "a.ts",
    (file) => [file.import("A", "./docs/b.ts")],
    'import { A } from "./docs/b.ts";\n\nA\n',
  ],
  [
    "an alias for a name declared in the file",
    "a.ts",
    (file) => ["export const Foo = ", file.import("Foo", "x"), ";"],
    'import { Foo as Foo_ } from "x";\n\nexport const Foo = Foo_;\n',
  ],
  [
    "an alias for a name of two modules",
    "a.ts",
    (file) => [file.importType("Foo", "x"), file.importType("Foo", "y")],
    'import type { Foo } from "x";\nimport type { Foo as Foo_ } from "y";\n\nFooFoo_\n',
  ],
];

describe("createTypeScriptFile", () => {
  it.each(cases)("%s", (_, path, print, want) => {
    const file = createTypeScriptFile(path, "// head");
    file.print(...print(file));
    expect(file.content()).toBe(`// head\n\n${want}`);
  });

  it("leaves out unused declarations", () => {
    const file = createTypeScriptFile("a.ts", "// head");
    file.import("a", "x");
    expect(file.content()).toBe("// head\n");
  });

  it("aliases reserved names", () => {
    const file = createTypeScriptFile("a.ts", "// head");
    file.reserve("a");
    file.print(file.import("a", "x"));
    expect(file.content()).toBe('// head\n\nimport { a as a_ } from "x";\n\na_\n');
  });

  it("exports from another module", () => {
    const file = createTypeScriptFile("docs/a.ts", "// head");
    file.exportFrom("./b.ts", ["b"], ["B"]);
    file.exportFrom("./c.ts", [], ["C"]);
    file.exportFrom("./d.ts", []);
    expect(file.content()).toBe(
      '// head\n\nexport { b, type B } from "../b.ts";\n\nexport type { C } from "../c.ts";\n',
    );
  });
});
