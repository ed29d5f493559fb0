import { describe, expect, test } from "vitest";
import { createTypeScriptFile, type TypeScriptFile } from "../../src/print/typescript-file.ts";

/** Prints a statement into a part; without a name, into the shared one. */
function into(file: TypeScriptFile, part: string | undefined, text: string): void {
  file.inPart(part, () => file.print(text));
}

describe("a file in parts", () => {
  test.each<
    readonly [
      title: string,
      print: (file: TypeScriptFile) => void,
      want: Readonly<Record<string, string>>,
    ]
  >([
    [
      "without parts is one file",
      (file) => file.print("export type A = 1;"),
      {
        "a.ts": "// head\n\nexport type A = 1;\n",
      },
    ],
    [
      "imports types that its parts name",
      (file) => {
        into(file, "one", 'export interface A { b?: B; c: "C" }');
        into(file, "two", "// A, B and C\nexport type B = A[];");
        into(file, "two", "export type C = B;");
      },
      {
        "a.ts":
          '// head\n\nexport type { A } from "./a/one.ts";\nexport type { B, C } from "./a/two.ts";\n',
        "a/one.ts":
          '// part\n\nimport type { B } from "./two.ts";\n\nexport interface A { b?: B; c: "C" }\n',
        "a/two.ts":
          '// part\n\nimport type { A } from "./one.ts";\n\n// A, B and C\nexport type B = A[];\n\nexport type C = B;\n',
      },
    ],
    [
      "names neither members, keys nor texts of the same name",
      (file) => {
        into(file, "one", "export const A = 1;");
        into(file, "two", 'export const B = { A: 1, b: x.A, c: "A", d: `A`, "A": 2 };');
        into(file, "three", "export const C = [...A];");
      },
      {
        "a.ts":
          '// head\n\nexport { A } from "./a/one.ts";\nexport { C } from "./a/three.ts";\nexport { B } from "./a/two.ts";\n',
        "a/one.ts": "// part\n\nexport const A = 1;\n",
        "a/three.ts": '// part\n\nimport { A } from "./one.ts";\n\nexport const C = [...A];\n',
        "a/two.ts": '// part\n\nexport const B = { A: 1, b: x.A, c: "A", d: `A`, "A": 2 };\n',
      },
    ],
    [
      "exports what parts share to them only",
      (file) => {
        into(file, undefined, "const shared = 1;");
        into(file, undefined, "export const open = 2;");
        into(file, "one", "export const A = shared;");
      },
      {
        "a.ts":
          '// head\n\nexport { open } from "./a/_shared.ts";\nexport { A } from "./a/one.ts";\n',
        "a/_shared.ts": "// part\n\nexport const shared = 1;\n\nexport const open = 2;\n",
        "a/one.ts":
          '// part\n\nimport { shared } from "./_shared.ts";\n\nexport const A = shared;\n',
      },
    ],
    [
      "keeps statements of the module itself, and imports from other modules",
      (file) => {
        into(file, "", "export interface All { readonly a: A }");
        const b = file.importType("B", "./b.ts");
        file.inPart("one", () => file.print("export type A = ", b, " | All;"));
        into(file, "two", "export type B = A;");
      },
      {
        "a.ts":
          '// head\n\nimport type { A } from "./a/one.ts";\n\nexport type { A } from "./a/one.ts";\nexport type { B } from "./a/two.ts";\n\nexport interface All { readonly a: A }\n',
        "a/one.ts":
          '// part\n\nimport type { All } from "../a.ts";\nimport type { B } from "../b.ts";\n\nexport type A = B | All;\n',
        "a/two.ts": '// part\n\nimport type { A } from "./one.ts";\n\nexport type B = A;\n',
      },
    ],
    [
      "imports an object of values as a type where only types name it",
      (file) => {
        into(
          file,
          "color",
          'export type Color = "red";\nexport const Color = { red: "red" } as const;',
        );
        into(file, "car", "export interface Car { color: Color }");
        into(file, "list", "export const list = [Color.red];");
      },
      {
        "a.ts":
          '// head\n\nexport type { Car } from "./a/car.ts";\nexport { Color } from "./a/color.ts";\nexport { list } from "./a/list.ts";\n',
        "a/car.ts":
          '// part\n\nimport type { Color } from "./color.ts";\n\nexport interface Car { color: Color }\n',
        "a/color.ts":
          '// part\n\nexport type Color = "red";\nexport const Color = { red: "red" } as const;\n',
        "a/list.ts":
          '// part\n\nimport { Color } from "./color.ts";\n\nexport const list = [Color.red];\n',
      },
    ],
    [
      "imports what the values of a template name",
      (file) => {
        into(file, "one", "export const A = 1;");
        into(file, "two", "export const B = `A ${A} ${`${x.A}`}`;");
      },
      {
        "a.ts": '// head\n\nexport { A } from "./a/one.ts";\nexport { B } from "./a/two.ts";\n',
        "a/one.ts": "// part\n\nexport const A = 1;\n",
        "a/two.ts":
          '// part\n\nimport { A } from "./one.ts";\n\nexport const B = `A ${A} ${`${x.A}`}`;\n',
      },
    ],
    [
      "may have the name of another file of the output",
      (file) => {
        const other = file.importType("B", "./b.ts");
        file.inPart("one", () => file.print("export type A = [", other, ", C];"));
        into(file, "b", "export type C = 1;");
      },
      {
        "a.ts":
          '// head\n\nexport type { C } from "./a/b.ts";\nexport type { A } from "./a/one.ts";\n',
        "a/b.ts": "// part\n\nexport type C = 1;\n",
        "a/one.ts":
          '// part\n\nimport type { B } from "../b.ts";\nimport type { C } from "./b.ts";\n\nexport type A = [B, C];\n',
      },
    ],
  ])("%s", (_, print, want) => {
    const file = createTypeScriptFile("a.ts", "// head", "ts", "// part");
    print(file);
    const files = file.files().map(({ path, content }) => [path, content]);
    expect(Object.fromEntries(files)).toEqual(want);
  });
});
