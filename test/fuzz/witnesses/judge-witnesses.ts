// Compares two documents, and decodes the values that prove a break.

import type { Contract } from "@specwright/contract";
import { stringifyJson } from "@specwright/runtime";
import { SchemaComparer } from "@specwright/schemas";
import { acceptedContract, documentTargets, type Scratch } from "../targets/random-targets.ts";
import type { Target } from "../targets/target.ts";

interface Side {
  readonly contract: Contract;
  readonly targets: readonly Target[];
}

/** The number of values that prove a break, and those that the codec of their document refuses. */
export interface WitnessReport {
  readonly witnesses: number;
  readonly refusals: readonly string[];
}

/**
 * Compares the schemas S0, S1 and so on of two documents, each the body of an operation.
 *
 * @throws RefusedDocument if a document has errors; Error if its codecs do not compile.
 */
export async function judgeWitnesses(
  folder: Scratch,
  name: string,
  documents: readonly [base: object, revision: object],
): Promise<WitnessReport> {
  const [base, revision] = [
    await readSide(folder, `${name}-0`, documents[0]),
    await readSide(folder, `${name}-1`, documents[1]),
  ];
  const refusals: string[] = [];
  let witnesses = 0;
  for (const { text, target } of witnessesOf(base, revision)) {
    witnesses += 1;
    const refusal = refusalOf(target, text);
    if (refusal !== undefined) {
      refusals.push(`${target.name}: ${text} is refused: ${refusal}\n  ${target.schema()}`);
    }
  }
  return { witnesses, refusals };
}

async function readSide(folder: Scratch, name: string, document: object): Promise<Side> {
  return {
    contract: await acceptedContract(stringifyJson(document)),
    targets: await documentTargets(folder, name, document),
  };
}

function* witnessesOf(base: Side, revision: Side) {
  const comparer = new SchemaComparer({
    maxSteps: 5000,
    undeclaredNamesAreReserved: true,
    formatsAreRules: true,
  });
  for (const { contract } of [base, revision]) comparer.addContract(contract);
  const after = new Map(revision.contract.declarations.map((each) => [each.name, each.schema]));
  for (const { name, schema } of base.contract.declarations) {
    const revised = after.get(name);
    // The codec of a body belongs to requests; other codecs may have no direction.
    if (revised === undefined || !/^S\d+$/.test(name)) continue;
    const { baseInRevision, revisionInBase } = comparer.compare(schema, revised, "request");
    for (const [answer, side] of [
      [baseInRevision, base],
      [revisionInBase, revision],
    ] as const) {
      const target = side.targets.find((each) => each.name.toLowerCase() === name.toLowerCase());
      if (answer.verdict !== "refuted" || target === undefined) continue;
      yield { target, text: stringifyJson(answer.witness) };
    }
  }
}

function refusalOf({ tiers }: Target, text: string): string | undefined {
  for (const { codec } of tiers) {
    try {
      codec.decode(text);
    } catch (error) {
      return String(error);
    }
  }
  return undefined;
}
