import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { typesOf } from "./types-of.ts";

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "*/",
        "/*",
        "//",
        "`",
        "${",
        "}",
        '"',
        "'",
        "\\",
        "\n",
        "\r\n",
        "\u2028",
        "@x",
        "</script>",
        "__proto__",
        "constructor",
        ";",
        "};",
        "export const pwned = 1;",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join("").replaceAll(/[\ud800-\udfff]/g, "?"));

describe("hostile documents", () => {
  it.each([
    { paths: false, numRuns: 200 },
    { paths: true, numRuns: 40 },
  ])("give only declarations of types: %o", async ({ paths, numRuns }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileText, { minLength: 8, maxLength: 8 }), async (texts) => {
        const [
          title = "",
          name = "",
          key = "",
          constant = "",
          description = "",
          id = "",
          format = "",
          reason = "",
        ] = texts;
        const schema = {
          type: "object",
          description,
          title: reason,
          properties: Object.fromEntries([
            [
              key,
              { type: "string", format, default: constant, description, enum: [constant, key] },
            ],
            ["const", { const: Object.fromEntries([[key, constant]]) }],
          ]),
        };
        const document = {
          openapi: "3.1.0",
          info: { title, version: "1" },
          paths: {
            "/a": {
              post: {
                operationId: id,
                description,
                requestBody: { content: { [`text/${key}`]: {}, "application/json": { schema } } },
                responses: {
                  200: { description: reason },
                  default: { description: "", headers: { [format]: { schema: {} } } },
                },
              },
            },
          },
          components: { schemas: Object.fromEntries([[name, schema]]) },
        };
        // Without validation, even invalid names of components reach the emitter.
        const result = await typesOf(JSON.stringify(document), { paths, validate: false });
        // openapi-typescript may refuse a document, but its output must be harmless.
        const text = result.files.get(paths ? "paths.ts" : "types.ts");
        if (text === undefined && result.diagnostics.some((each) => each.code === "PATHS_REFUSED"))
          return;
        const file = ts.createSourceFile("types.ts", text ?? "", ts.ScriptTarget.Latest, true);
        const { diagnostics } = ts.transpileModule(text ?? "", {
          reportDiagnostics: true,
          compilerOptions: { target: ts.ScriptTarget.ESNext },
        });
        expect(diagnostics?.map((each) => each.messageText)).toEqual([]);
        for (const statement of file.statements) {
          expect([
            ts.SyntaxKind.InterfaceDeclaration,
            ts.SyntaxKind.TypeAliasDeclaration,
          ]).toContain(statement.kind);
          const tags = ts.getJSDocTags(statement).map((tag) => tag.tagName.text);
          expect(tags.filter((tag) => !["generated", "description"].includes(tag))).toEqual([]);
        }
      }),
      { numRuns },
    );
  });
});
