// Every field of the extensions of streams: a change of it is seen by `diff`, on each kind of channel.

import { buildContract, type Contract } from "@specwright/contract";
import { compareContracts } from "@specwright/diff";
import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { extensionFields } from "./extension-fields.ts";
import {
  type ChannelKind,
  documentWith,
  type Extensions,
  extensionsOf,
} from "./extension-samples.ts";

type Path = readonly (string | number)[];

/** Two values of each field that has few; undefined removes it. */
const words: Readonly<Record<string, readonly [unknown, unknown]>> = {
  accepted: ["level", "change"],
  algorithm: ["hmac-sha512", undefined],
  asks: ["/asks2", undefined],
  client: ["stop", "reconnect"],
  encoding: ["base64", "hex"],
  endOfBacklog: ["level", "change"],
  first: ["same", 2],
  format: ["shortest", "digits"],
  gap: ["none", "snapshot"],
  hash: ["sha512", "sha256"],
  layout: ["asksThenBids", "interleaved"],
  lower: [undefined, undefined],
  message: ["level", "change"],
  method: ["PUT", "POST"],
  mismatch: ["reconnect", "none"],
  nonce: ["us", "ms"],
  per: ["topic", "request"],
  quantityIs: ["absolute", "delta"],
  refused: ["level", "change"],
  scope: ["topic", "key"],
  secret: ["base64", "hex"],
  step: ["rising", "one"],
  type: ["string", "boolean"],
  unit: ["ns", "us"],
};

/** Lists the values of a rule that are no objects, and lists of texts. */
function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return [path];
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function changed(name: string, value: unknown): unknown {
  const [first, second] = words[name] ?? [];
  if (words[name] !== undefined) return value === first ? second : first;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return undefined;
  // Messages have no order, other lists have.
  if (Array.isArray(value) && value.length > 1) {
    return /messages|repeats/.test(name) ? value.slice(1) : value.toReversed();
  }
  if (Array.isArray(value)) return [...value, "other"];
  return /^\/\d$/.test(String(value)) ? "/9" : `${value}2`;
}

function withChange(rules: unknown, [key, ...rest]: Path, name: string): unknown {
  if (key === undefined) return changed(name, rules);
  const copy: Record<string, unknown> | unknown[] = Array.isArray(rules)
    ? [...rules]
    : { ...(rules as object) };
  const inner = withChange(Reflect.get(copy, key), rest, name);
  if (inner === undefined && !Array.isArray(copy)) delete copy[key];
  else Reflect.set(copy, key, inner);
  return copy;
}

async function read(document: object): Promise<Contract | readonly string[]> {
  const text = JSON.stringify(document);
  const { specification } = await loadSpecification({ file: "a.json", text }, { validate: false });
  const { contract, diagnostics = [] } = specification ? buildContract(specification) : {};
  return contract ?? diagnostics.map(({ pointer, message }) => `${pointer} ${message}`);
}

function kindOf({ channels: [channel] }: Contract): ChannelKind {
  if (channel?.feed !== undefined) return "topics";
  if (channel?.subscription !== undefined) return "keys";
  return channel?.sequence === undefined ? "ordinary" : "numbered";
}

const kinds: readonly ChannelKind[] = ["ordinary", "numbered", "keys", "topics"];
const cases = kinds.map((kind) => ({ kind, rules: extensionsOf(kind) }));

describe("33.4 diff", () => {
  it.each(cases)(
    "sees every field of a channel: $kind",
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
        // The topic of a channel with keys is its key.
        const isSame = kind === "keys" && name === "scope";
        if (messages.length === 0 && !isSame) unseen.push(where);
      }
      expect(unseen).toEqual([]);
      // Some values have to be what they are on a channel of the kind.
      expect(refused.length, refused.join("\n")).toBeLessThan(leavesOf(rules).length / 2);
    },
    120_000,
  );

  it("is tried with every field that the schemas have", () => {
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
