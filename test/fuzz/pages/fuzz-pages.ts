// Writes the sites of hostile documents, and looks for parts of a document that are more than text.

import { hostileSite } from "./hostile-site.ts";
import { siteProblems } from "./judge-site.ts";

/** Options for `fuzzPages`. */
export interface FuzzPagesOptions {
  readonly seed: number;
  /** The number of documents. */
  readonly cases: number;
  /** The first document; earlier ones are skipped. Default 0. */
  readonly first?: number;
  /** When to stop, in milliseconds since the epoch. */
  readonly deadline?: number | undefined;
}

/** The result of a run. */
export interface FuzzPagesReport {
  readonly cases: number;
  /** Documents that lead to no contract. */
  readonly refused: number;
  /** Files by their kind. */
  readonly files: Readonly<Record<string, number>>;
  /** The failures, with the parameters to reproduce them. */
  readonly failures: readonly string[];
}

/** A failure is usually the first of many of its kind. */
const MOST_FAILURES = 20;

export async function fuzzPages(options: FuzzPagesOptions): Promise<FuzzPagesReport> {
  const { seed, cases, first = 0, deadline = Number.POSITIVE_INFINITY } = options;
  const failures: string[] = [];
  const files: Record<string, number> = {};
  let [done, refused] = [0, 0];
  while (done < cases && failures.length < MOST_FAILURES && Date.now() < deadline) {
    const place = first + done;
    done += 1;
    const fail = (what: string): void => {
      failures.push(`--seed ${seed} --first ${place} --cases 1: ${what}`);
    };
    try {
      const site = await hostileSite(Math.imul(seed, 0x9e3779b1) + place);
      if (site === undefined) {
        refused += 1;
        continue;
      }
      for (const path of site.files.keys()) {
        const kind = path.slice(path.lastIndexOf(".") + 1);
        files[kind] = (files[kind] ?? 0) + 1;
      }
      for (const problem of siteProblems(site).slice(0, 5)) fail(problem);
    } catch (error) {
      fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
  return { cases: done, refused, files, failures };
}
