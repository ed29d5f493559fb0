// 31.9 Unions of closed objects without a required discriminator: a value can violate an alternative in as
// many ways as it has members, so that a search through all combinations would not end.

import { SchemaComparer } from "@specwright/schemas";
import { describe, expect, it } from "vitest";
import { schemasOf } from "./schemas-of.ts";

const shared = ["reference", "token", "brand", "holder", "sdkData", "issuer", "number"];

/** An object with optional properties; its siblings have most of them too. */
function alternative(index: number): Alternative {
  const names = shared.filter((_, at) => (index + at) % 4 !== 0);
  const text = { type: "string" };
  return {
    type: "object",
    additionalProperties: false,
    properties: {
      type: { enum: [`t${index}`, `u${index}`] },
      [`own${index}`]: { type: "string", maxLength: 10 + index },
      ...Object.fromEntries(names.map((name) => [name, text])),
    },
  };
}

interface Alternative {
  readonly type: "object";
  readonly additionalProperties: false;
  readonly properties: Record<string, unknown>;
}

describe.each([4, 8, 12, 20])("31.9 %i closed alternatives", (count) => {
  const alternatives = Array.from({ length: count }, (_, index) => alternative(index));
  const changed = (edit: (one: Alternative) => Alternative): unknown => ({
    oneOf: alternatives.map((each, index) => (index === 2 ? edit(each) : each)),
  });
  const base = { oneOf: alternatives };
  const added = changed((one) => ({
    ...one,
    properties: { ...one.properties, added: { type: "string" } },
  }));
  const limited = changed((one) => ({
    ...one,
    properties: { ...one.properties, own2: { type: "string", maxLength: 3 } },
  }));

  it.each([
    ["a member is added to one", added, "proved", "refuted"],
    ["a member of one is limited", limited, "refuted", "proved"],
  ])("%s", async (_, revision, forward, backward) => {
    const [before, after] = await schemasOf(base, revision);
    if (before === undefined || after === undefined) throw new Error("no schemas");
    const comparer = new SchemaComparer({ maxSteps: 30_000, undeclaredNamesAreReserved: true });
    const started = process.cpuUsage();
    const { baseInRevision, revisionInBase } = comparer.compare(before, after, "request");
    const { user, system } = process.cpuUsage(started);
    expect([baseInRevision.verdict, revisionInBase.verdict]).toEqual([forward, backward]);
    // Half a second. Without a limit on the combinations, eight alternatives took half a minute.
    expect((user + system) / 1e6).toBeLessThan(5);
  });
});

describe("31.8 a request with one of 30 closed alternatives", () => {
  const methods = { oneOf: Array.from({ length: 30 }, (_, index) => alternative(index)) };
  const request = (...names: readonly string[]) => ({
    type: "object",
    additionalProperties: false,
    required: ["method"],
    properties: {
      method: methods,
      ...Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    },
  });

  it.each([
    ["an optional member is added", request("a"), request("a", "b"), "proved", "refuted"],
    ["an optional member is removed", request("a", "b"), request("a"), "refuted", "proved"],
    ["one is replaced", request("a", "b"), request("a", "c"), "refuted", "refuted"],
  ])("%s", async (_, base, revision, forward, backward) => {
    const [before, after] = await schemasOf(base, revision);
    if (before === undefined || after === undefined) throw new Error("no schemas");
    const comparer = new SchemaComparer({ maxSteps: 30_000, undeclaredNamesAreReserved: true });
    const { baseInRevision, revisionInBase } = comparer.compare(before, after, "request");
    expect([baseInRevision.verdict, revisionInBase.verdict]).toEqual([forward, backward]);
  });
});
