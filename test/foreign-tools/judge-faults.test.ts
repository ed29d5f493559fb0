import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type AcceptedFault, judgeFaults } from "./judge-faults.ts";

const fault = { tool: "redocly", document: "streams", what: "struct: a title is not expected" };
const accepted = { tool: "redocly", document: "streams", what: "struct: .*", reason: "It is." };

it.each([
  ["accepted", [fault], [accepted], [], []],
  ["of another document", [{ ...fault, document: "shop" }], [accepted], ["shop"], ["struct: .*"]],
  ["that match in part only", [fault], [{ ...accepted, what: "struct" }], ["streams"], ["struct"]],
  ["that are gone", [], [accepted], [], ["struct: .*"]],
  ["of tools that did not run", [], [{ ...accepted, tool: "modelina" }], [], []],
])("judges faults %s", (_, faults, known, unknown, fixed) => {
  const judgement = judgeFaults(faults, known, ["redocly"]);
  expect(judgement.unknown.map(({ document }) => document)).toEqual(unknown);
  expect(judgement.fixed.map(({ what }) => what)).toEqual(fixed);
});

it("has a reason for every accepted fault", () => {
  const file = new URL("accepted.json", import.meta.url);
  const faults: readonly AcceptedFault[] = JSON.parse(readFileSync(file, "utf8"));
  expect(faults.filter(({ reason }) => !/^[A-Z`].{20,}\.$/.test(reason))).toEqual([]);
});
