// docs/configuration.md is generated from the comments of the configuration's types.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configurationPage } from "../../scripts/docs/configuration-page.ts";
import { root } from "./pages.ts";

test("docs/configuration.md is current; `npm run docs-configuration` writes it", async () => {
  const page = readFileSync(join(root, "docs/configuration.md"), "utf8");
  expect(page).toBe(await configurationPage(root));
});
