import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { channelExtensions } from "../../src/extensions/compare-extensions.ts";

const pages = join(import.meta.dirname, "../../../../docs/extensions");

test.each([...channelExtensions])("%s has a page", (name) => {
  expect(existsSync(join(pages, `${name}.md`))).toBe(true);
});
