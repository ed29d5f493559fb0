// A bundle has the same contract as its document. A turned document has the contract of the other side.
// Tested with the golden cases and small documents of the corpus, including all that consist of several
// files.

import { readFileSync, statSync } from "node:fs";
import { buildContract, type ChannelOperation, type Contract } from "@specwright/contract";
import {
  bundleSpecification,
  compareCodePoints,
  type LoadOptions,
  loadSpecification,
  type Specification,
} from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { contractDifferences } from "./contract-differences.ts";
import { goldenCases } from "./golden-cases.ts";
import { corpusFolder, documentsBelow } from "./repository-documents.ts";

const LARGEST_BYTES = 40_000;
const corpus = documentsBelow(corpusFolder).filter(
  ({ path }) => statSync(path).size <= LARGEST_BYTES || hasOtherFiles(path),
);
const documents = [
  ...goldenCases.map(({ name, spec, folder }) => ({ name, path: spec, root: folder })),
  // Every third document in one file.
  ...corpus
    .filter(({ path }, index) => index % 3 === 0 || hasOtherFiles(path))
    .map((each) => ({ ...each, root: corpusFolder })),
];

describe.each(documents)("the bundle of $name", ({ path, root }) => {
  it("has the same contract", async () => {
    const original = await load(path, { root });
    if (original === undefined) return;
    const bundle = bundleSpecification(original);
    for (const format of ["yaml", "json"] as const) {
      const text = await bundle.print(format);
      const bundled = await load({ file: path.replace(/\w+$/, format), text }, { root: "/none" });
      expect(bundled?.files.size).toBe(1);
      expect(bundled?.entry.root).toEqual(bundle.document);
      expect(differences(original, bundled)).toEqual([]);
      expect(bundled && (await bundleSpecification(bundled).print(format))).toBe(text);
    }
  });

  it("turned has the contract of the other side, and turned twice is unchanged", async () => {
    const original = await load(path, { root });
    if (original?.kind !== "asyncapi") return;
    const consumer = { perspective: "consumer" } as const;
    const { document, print } = bundleSpecification(original, consumer);
    const file = path.replace(/\w+$/, "yaml");
    const turned = await load({ file, text: await print("yaml") }, { root: "/none" });
    expect(turned?.entry.root).toEqual(document);
    expect(differences(original, turned, "consumer")).toEqual([]);
    expect(turned && bundleSpecification(turned, consumer).document).toEqual(
      bundleSpecification(original).document,
    );
  });
});

function hasOtherFiles(path: string): boolean {
  return /\$ref["']?: *["']?[\w./-]+\.(?:ya?ml|json)/.test(readFileSync(path, "utf8"));
}

async function load(
  input: Parameters<typeof loadSpecification>[0],
  { root }: Pick<LoadOptions, "root">,
): Promise<Specification | undefined> {
  const lenient = { ...(root !== undefined && { root }), lenient: true, validate: false };
  return (await loadSpecification(input, lenient)).specification;
}

function differences(
  original: Specification,
  bundled: Specification | undefined,
  perspective: "provider" | "consumer" = "provider",
): readonly string[] {
  const before = buildContract(original, { perspective }).contract;
  const after = bundled && buildContract(bundled).contract;
  if (before === undefined || after === undefined) {
    return before === after ? [] : ["only one of them has a contract"];
  }
  return contractDifferences(withoutVerbs(before), withoutVerbs(after));
}

/**
 * Turning also changes an id that starts with the action, and the verb in the name that AsyncAPI 2 gives an
 * operation without an id.
 */
function withoutVerbs(contract: Contract): Contract {
  const bare = (id: string): string => id.replace(/^(?:publish|subscribe|send|receive)/i, "");
  const channelOperations = contract.channelOperations
    .map((operation) => ({ ...operation, id: bare(operation.id) }))
    .sort((a, b) => compareCodePoints(key(a), key(b)));
  return { ...contract, channelOperations };
}

function key({ channel, id, action }: ChannelOperation): string {
  return [channel.id, id, action].join(" ");
}
