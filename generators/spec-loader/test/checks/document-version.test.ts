// Versions that are numbers, because they are not quoted, and fields misplaced among paths.

import { expect, test } from "vitest";
import { loadOpenapi, loadTexts } from "../in-memory.ts";

const rest = "\ninfo: { title: T, version: '1' }\npaths: {}\n";

const versions: readonly (readonly [text: string, message: string, fix: RegExp])[] = [
  ["openapi: 3.1", "3.1", /^Write `openapi: 3\.1\.0`\. With --lenient it is read as "3\.1\.0"/],
  ["openapi: 3.0", "3.0", /^Write `openapi: 3\.0\.0`\. With --lenient/],
  ["openapi: 3", "3", /^Write the full version .* `openapi: 3\.1\.0` or `openapi: 3\.0\.4`\.$/],
  ["openapi: true", "a boolean", /^Write the full version/],
  ["asyncapi: 2.6", "2.6", /^Write `asyncapi: 2\.6\.0`\./],
];

test.each(versions)("suggests the version for %s", async (text, message, fix) => {
  const { diagnostics } = await loadTexts({ "api.yaml": text + rest });
  const [first] = diagnostics;
  expect(first).toMatchObject({ code: "DOCUMENT_UNKNOWN", line: 1 });
  expect(first?.message).toMatch(new RegExp(`must be a string, not ${message}$`));
  expect(first?.fix).toMatch(fix);
});

test("does not guess the version of openapi: 3", async () => {
  const { specification } = await loadTexts({ "api.yaml": `openapi: 3${rest}` }, { lenient: true });
  expect(specification).toBeUndefined();
});

test("names the right place for parameters among paths", async () => {
  const { diagnostics } = await loadOpenapi("paths:\n  parameters: [{ name: a, in: query }]\n");
  expect(diagnostics).toMatchObject([
    {
      code: "FIELD_TYPE",
      line: 6,
      message: '"parameters" is not a path: paths start with "/"; this is a list',
      fix: 'Move "parameters" into each path that needs it; OpenAPI has no field that applies to all paths.',
    },
  ]);
});
