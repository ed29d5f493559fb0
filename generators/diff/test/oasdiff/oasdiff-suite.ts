// The cases of oasdiff (https://github.com/oasdiff/oasdiff, Apache-2.0) in ../shared/suites.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildContract, type Contract } from "@specwright/contract";
import { loadSpecification } from "@specwright/spec-loader";
import { contractOf } from "../contract-of.ts";

export type Level = "INFO" | "WARN" | "ERR";

export interface Case {
  readonly n: number;
  readonly test: string;
  readonly intent: string;
  readonly kind: "pure" | "mutated-translated" | "mutated-noop" | "mutated-untranslated";
  readonly base: string;
  readonly revision: string;
  /** `all`, or the check whose ids count. */
  readonly scope: string;
  readonly minLevel: Level;
  readonly expect: readonly { readonly id: string; readonly level?: Level }[];
  readonly absent: readonly string[];
  readonly count: number | null;
  /** Such as `checker.WithDeprecation(0, 10)`: the days for beta and for stable. */
  readonly checkerOptions?: string;
}

interface Suite {
  readonly handlers: Readonly<Record<string, readonly string[]>>;
  readonly cases: readonly Case[];
}

interface Inline {
  readonly n: number;
  readonly base: object;
  readonly revision: object;
}

const folder = new URL("../../../../../shared/suites/api-diff/", import.meta.url);

export const hasSuite: boolean = existsSync(folder);

function read<Value>(name: string): Value {
  return JSON.parse(readFileSync(new URL(name, folder), "utf8"));
}

const suite: Suite = hasSuite ? read("oasdiff-cases.json") : { handlers: {}, cases: [] };
const inline: ReadonlyMap<number, Inline> = new Map(
  hasSuite
    ? read<{ cases: readonly Inline[] }>("oasdiff-cases-inline.json").cases.map((each) => [
        each.n,
        each,
      ])
    : [],
);

/** The ids of oasdiff's checks. */
export const knownIds: ReadonlySet<string> = new Set(
  hasSuite ? read<readonly { id: string }[]>("oasdiff-rules.json").map(({ id }) => id) : [],
);

/** Cases with references to files that the suite does not have. */
const incomplete: ReadonlySet<number> = new Set([519]);

/** The cases that could be translated. */
export const cases: readonly Case[] = suite.cases.filter(
  ({ n, kind }) => kind !== "mutated-untranslated" && !incomplete.has(n),
);

/** Returns the ids that count in a scope; undefined for all. */
export function idsOf(scope: string): ReadonlySet<string> | undefined {
  const ids = suite.handlers[scope];
  return scope === "all" || ids === undefined ? undefined : new Set(ids);
}

/** The date for judging the cases. */
export const today = "2026-08-08";

/** Reads the two documents of a case. */
export async function contractsOf({
  n,
  kind,
  base,
  revision,
}: Case): Promise<[Contract, Contract]> {
  const written = inline.get(n);
  if (kind === "mutated-translated" && written !== undefined) {
    return [await inlineContract(written.base), await inlineContract(written.revision)];
  }
  return [await contractAt(base), await contractAt(revision)];
}

function inlineContract(document: object): Promise<Contract> {
  return contractOf(withoutNulls(dated(document)));
}

async function contractAt(path: string): Promise<Contract> {
  const file = fileURLToPath(new URL(`oasdiff/${path}`, folder));
  const { specification, diagnostics } = await loadSpecification(file, { validate: false });
  if (specification === undefined) throw new Error(JSON.stringify(diagnostics));
  const { contract } = buildContract(specification);
  // Some documents have fields without a value, such as `content:`.
  return contract ?? (await contractOf(withoutNulls(specification.entry.root)));
}

function withoutNulls(root: unknown): object {
  return JSON.parse(JSON.stringify(root), (key, value: unknown) =>
    value === null && /^(content|properties|schema|items|responses|title)$/.test(key)
      ? undefined
      : value,
  );
}

/** Replaces `{ "$today": days }` by a date. */
function dated(document: object): object {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    const isDate = typeof value === "object" && value !== null && "$today" in value;
    if (!isDate) return value;
    const date = new Date(`${today}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + Number(value.$today));
    return date.toISOString().slice(0, 10);
  });
}
