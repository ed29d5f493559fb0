// A change is called safe only if no value contradicts it. Random schemas are edited and compared as the
// body of a request and of a response, and once more as a whole, without the shortcuts by which a
// comparison of documents avoids a search.

import type { Contract, Schema } from "@specwright/contract";
import type { Change } from "@specwright/diff";
import { SchemaComparer } from "@specwright/schemas";
import { expect, test } from "vitest";
import { Comparison } from "../../generators/diff/src/comparison.ts";
import { OverlappingBranches } from "../../generators/diff/src/schemas/containment-judge.ts";
import { contractOf } from "../../generators/diff/test/contract-of.ts";
import { schemasOf } from "../../generators/schemas/test/schemas-of.ts";
import { editSchema } from "../fuzz/diff/edit-schema.ts";
import { hasLoneReference, randomSchema } from "../fuzz/diff/random-schemas.ts";
import { seededRandom } from "../fuzz/generate/random.ts";

type Direction = "request" | "response";

const pairs = 1500;
const document = { openapi: "3.1.0", info: { title: "Test", version: "1" }, paths: {} };

test(`${pairs} random edits are not called safe if a value contradicts it`, async () => {
  const contract = await contractOf(document);
  const random = seededRandom(1);
  const contradictions: string[] = [];
  for (let count = 0; count < pairs; count += 1) {
    const before = randomSchema(random);
    const edited = editSchema(random, before);
    const after = isLoadable(edited) ? edited : before;
    const [base, revision] = await schemasOf(before, after);
    if (base === undefined || revision === undefined) throw new Error("no schemas");
    for (const direction of ["request", "response"] as const) {
      if (isAlarm(changesOf(contract, base, revision, direction))) continue;
      const witness = contradictionOf(base, revision, direction);
      if (witness === undefined) continue;
      contradictions.push(`${direction}: ${JSON.stringify([before, after])}: ${witness}`);
    }
  }
  expect(contradictions).toEqual([]);
}, 120_000);

function changesOf(
  contract: Contract,
  base: Schema,
  revision: Schema,
  direction: Direction,
): readonly Change[] {
  const comparison = new Comparison(contract, contract);
  comparison.compareSchemas(base, revision, {
    operation: "POST /things",
    part: "body",
    direction,
    subject: { kind: "operation", name: "POST /things", path: "body" },
    place: "body",
  });
  return comparison.changes();
}

function isAlarm(changes: readonly Change[]): boolean {
  return changes.some(
    ({ class: each, surface }) =>
      surface === "wire" && (each === "breaking" || each === "potentially-breaking"),
  );
}

/** Returns a value that the sender may send and the receiver refuses. */
function contradictionOf(base: Schema, revision: Schema, direction: Direction): string | undefined {
  const comparer = new SchemaComparer({ undeclaredNamesAreReserved: true, maxSteps: 20_000 });
  const known = direction === "response" ? new OverlappingBranches().allowedIn(base) : base;
  const { baseInRevision, revisionInBase } = comparer.compare(known, revision, direction);
  const containment = direction === "request" ? baseInRevision : revisionInBase;
  return containment.verdict === "refuted" ? JSON.stringify(containment.witness) : undefined;
}

/** Reports whether all references of an edited schema still lead to a schema. */
function isLoadable(schema: Parameters<typeof editSchema>[1]): boolean {
  if (hasLoneReference(schema)) return false;
  const { $defs } = Object(schema);
  const text = JSON.stringify(schema);
  return ["A", "B"].every(
    (name) => !text.includes(`#/$defs/${name}`) || $defs?.[name] !== undefined,
  );
}
