import { docComment } from "@specwright/emit/print";
import fc from "fast-check";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { lineComment } from "../../src/print/doc-comment.ts";
import { printLayout } from "../../src/print/print-layout.ts";

const source = { file: "a.yaml", pointer: "/components/schemas/A" };

const cases: [title: string, given: Parameters<typeof docComment>[0], want: string][] = [
  ["nothing", {}, ""],
  ["blank text", { text: " \n " }, ""],
  ["one line", { text: "Says it." }, "/** Says it. */\n"],
  [
    "only its place",
    { generatedFrom: source },
    "/** @generated from a.yaml > components > schemas > A */\n",
  ],
  [
    "32.2 its place in the document that the header names",
    { generatedFrom: source, document: "a.yaml" },
    "/** @generated from components > schemas > A */\n",
  ],
  [
    "32.2 its place in another document",
    { generatedFrom: source, document: "b.yaml" },
    "/** @generated from a.yaml > components > schemas > A */\n",
  ],
  ["32.2 a word beside what it describes", { text: "uri", beside: true }, "/** uri */ "],
  [
    "text and place",
    { text: "Says it.", generatedFrom: source },
    "/**\n * Says it.\n *\n * @generated from a.yaml > components > schemas > A\n */\n",
  ],
  ["deprecation", { deprecated: true }, "/** @deprecated */\n"],
  ["its reason", { deprecated: "use b */" }, "/** @deprecated use b *\\/ */\n"],
  ["lines", { text: "A.", lines: ["B.", ""] }, "/**\n * A.\n *\n * B.\n */\n"],
  ["the end of a comment", { text: "a */ b **/" }, "/** a *\\/ b **\\/ */\n"],
  ["tags", { text: "@a me@b.c {@link d}" }, "/** \\@a me@b.c {\\@link d} */\n"],
  ["names of packages as code", { text: "of `@a/b`, @c" }, "/** of `@a/b`, \\@c */\n"],
  ["controls", { text: "a\u0000b\r\nc\u202ed" }, "/** ab cd */\n"],
  ["a list", { text: "A:\n- b\n  c\n- d" }, "/**\n * A:\n * - b c\n * - d\n */\n"],
  ["a fence", { text: "```\nx\n\n  y\n```" }, "/**\n * ```\n * x\n *\n *   y\n * ```\n */\n"],
];

describe("docComment", () => {
  it.each(cases)("%s", (_, given, want) => {
    expect(printLayout([docComment(given), "|"])).toBe(`${want}|`);
  });

  it("wraps at 100 columns", () => {
    const text = printLayout(docComment({ text: "word ".repeat(2_000) }));
    const lengths = text.split("\n").map((line) => line.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(100);
    expect(lengths.length).toBeGreaterThan(100);
  });

  it("is one comment without tags, whatever the text", () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom(
          "*/",
          "/*",
          "*",
          "/",
          "@",
          "@param x",
          "\n",
          "\r",
          "\u2028",
          "```",
          "- ",
          "    ",
          "|",
          "{",
          "\\",
        ),
        fc.string({ unit: "binary", maxLength: 5 }),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        const text = parts.join("");
        const printed = printLayout([docComment({ text, lines: [text] }), "const a = 1;"]);
        const file = ts.createSourceFile("a.ts", printed, ts.ScriptTarget.Latest, true);
        expect(file.statements).toHaveLength(1);
        const [statement] = file.statements;
        expect(statement?.getText()).toBe("const a = 1;");
        expect(statement === undefined ? [] : ts.getJSDocTags(statement)).toEqual([]);
      }),
    );
  });
});

describe("comment", () => {
  it.each([
    ["plain", "// plain"],
    ["a\nb\u2028c\u0000", "// a b c"],
    ["", "//"],
  ])("%j", (given, want) => {
    expect(printLayout(lineComment(given))).toBe(want);
  });
});
