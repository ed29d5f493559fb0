// Samples are valid by the schemas that they are samples of.

import { existsSync } from "node:fs";
import { isValid } from "@specwright/diff/values";
import { describe, expect, it } from "vitest";
import { createReference } from "../src/pages/create-reference.ts";
import { sampleValue } from "../src/samples/sample-value.ts";
import { readContract } from "./read-contract.ts";

const root = new URL("../../..", import.meta.url).pathname;
const corpus = `${root}../shared/corpus/`;
const documents: readonly (readonly [path: string, mostWithout: number])[] = [
  [`${root}specs/marketplace/openapi.yaml`, 0],
  [`${root}specs/publisher/openapi.yaml`, 0],
  [`${root}specs/streams/asyncapi.yaml`, 0],
  [`${corpus}openapi/discord.json`, 0],
  [`${corpus}openapi/box-full.json`, 1],
];

describe("a sample of every named schema is valid", () => {
  it.each(documents.filter(([path]) => existsSync(path)))("in %s", async (path, mostWithout) => {
    const contract = await readContract(path);
    const reference = createReference(contract, {});
    const wrong: string[] = [];
    const without: string[] = [];
    for (const { name, schema } of contract.declarations) {
      const value = sampleValue(schema, reference);
      if (value === undefined) without.push(name);
      else if (isValid(schema, value) === false) wrong.push(name);
    }
    expect(wrong).toEqual([]);
    expect(without.length, without.join(", ")).toBeLessThanOrEqual(mostWithout);
  });
});
