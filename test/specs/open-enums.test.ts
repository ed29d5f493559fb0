// Growing enums are open for every tool, also for tools that ignore our extensions.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { enumValues, listSpecs, readSpec, specsFolder, toDoubles, walkJson } from "./read-spec.ts";

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema({
  $id: "https://specwright.example/streams",
  ...(toDoubles(readSpec("streams/asyncapi.yaml")) as object),
});

const open: string[] = [];
const marked: string[] = [];
for (const file of listSpecs()) {
  walkJson(readSpec(file), (node, pointer) => {
    if (enumValues(node).length > 0 && node["anyOf"] !== undefined) open.push(`${file}#${pointer}`);
    if (node["x-open-enum"] !== undefined) marked.push(`${file}#${pointer}`);
  });
}

describe("T17 open enums", () => {
  it("T17 no enum is open by our extension only", () => {
    expect(open.length).toBeGreaterThan(15);
    expect(marked).toEqual([]);
  });

  it("T17 ajv accepts a new error code and order status", () => {
    const takes = (name: string, value: unknown) =>
      ajv.validate(
        { $ref: `https://specwright.example/streams#/components/schemas/${name}` },
        value,
      );
    expect(takes("ErrorPayload", { code: "a_new_one", message: "m" })).toBe(true);
    expect(takes("ErrorPayload", { code: 7, message: "m" })).toBe(false);
    expect(takes("OrderStatus", "A_NEW_ONE")).toBe(true);
    expect(takes("OrderSide", "A_NEW_ONE")).toBe(false);
  });

  // openapi-typescript generates this file.
  it("T17 openapi-typescript accepts a new problem code", () => {
    const file = join(specsFolder, "../packages/marketplace-api/src/gen/paths.ts");
    const [, type = ""] = /\n {4}ProblemCode: ([^;]+);/.exec(readFileSync(file, "utf8")) ?? [];
    expect(type).toMatch(/^\("[^)]*"not_found"[^)]*\) \| string$/);
  });
});
