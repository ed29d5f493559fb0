// `diff` reports a change to any field of the stream extensions, on each kind of channel.

import { buildContract, type Contract, streamKind } from "@specwright/contract";
import { compareContracts } from "@specwright/diff";
import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { leavesOf, withChange } from "./extension-changes.ts";
import { extensionFields } from "./extension-fields.ts";
import {
  type ChannelKind,
  documentWith,
  type Extensions,
  extensionsOf,
} from "./extension-samples.ts";

async function read(document: object): Promise<Contract | readonly string[]> {
  const text = JSON.stringify(document);
  const { specification } = await loadSpecification({ file: "a.json", text }, { validate: false });
  const { contract, diagnostics = [] } = specification ? buildContract(specification) : {};
  return contract ?? diagnostics.map(({ pointer, message }) => `${pointer} ${message}`);
}

function kindOf({ channels: [channel] }: Contract): ChannelKind {
  const kind = channel && streamKind(channel);
  if (kind === "log") return "numbered";
  return kind === undefined || kind === "messages" ? "ordinary" : kind;
}

const kinds: readonly ChannelKind[] = ["ordinary", "numbered", "keys", "topics"];
const cases = kinds.map((kind) => ({ kind, rules: extensionsOf(kind) }));

describe("33.4 diff", () => {
  it.each(cases)(
    "reports a change to every field of a channel: $kind",
    async ({ kind, rules }) => {
      const base = await read(documentWith(rules));
      if (!("channels" in base)) throw new Error(`${kind}: ${base}`);
      expect(kindOf(base)).toBe(kind);
      const unseen: string[] = [];
      const refused: string[] = [];
      for (const path of leavesOf(rules)) {
        const name = String(path.findLast((step) => typeof step === "string"));
        if (name === "version" || name === "from") continue;
        const revision = await read(documentWith(withChange(rules, path, name) as Extensions));
        const where = path.join("/");
        if (!("channels" in revision)) {
          refused.push(`${where}: ${revision}`);
          continue;
        }
        const messages = compareContracts(base, revision).map(({ message }) => message);
        // A channel with keys uses the key as its topic.
        const isSame = kind === "keys" && name === "scope";
        if (messages.length === 0 && !isSame) unseen.push(where);
      }
      expect(unseen).toEqual([]);
      // Some fields have only one valid value on a channel of this kind.
      expect(refused.length, refused.join("\n")).toBeLessThan(leavesOf(rules).length / 2);
    },
    120_000,
  );

  it("is tested with every field of the schemas", () => {
    const tried = new Set(
      cases.flatMap(({ rules }) =>
        leavesOf(rules).map((path) => path.filter((step) => typeof step === "string").join("/")),
      ),
    );
    const names = new Set(cases.flatMap(({ rules }) => Object.keys(rules)));
    const missing = [...names].flatMap((name) =>
      extensionFields(name)
        .map((field) => field.split("/").at(-1) ?? "")
        .filter(
          (field) =>
            ![...tried].some((path) => path.startsWith(name) && path.split("/").includes(field)),
        )
        .map((field) => `${name}: ${field}`),
    );
    expect(missing.filter((each) => !/: (x-origin)$/.test(each))).toEqual([]);
  });
});
