import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import * as ours from "../../../src/types/openapi-typescript/ref-utils.ts";

// Its declarations need packages that it does not install.
const theirs = createRequire(import.meta.url)(
  "@redocly/openapi-core/lib/ref-utils.js",
) as typeof ours;

describe("ref-utils", () => {
  it.each(["#/components/schemas/a~1b~0c%20d", "#/", "#", "a.yaml", "a.yaml#", "a.yaml#/b//c", ""])(
    "splits %j like @redocly/openapi-core",
    (ref) => {
      expect(ours.parseRef(ref)).toEqual(theirs.parseRef(ref));
    },
  );

  it.each(["a/b~c", "", 1])("escapes %j like @redocly/openapi-core", (step) => {
    expect(ours.escapePointer(step)).toBe(theirs.escapePointer(step));
  });
});
