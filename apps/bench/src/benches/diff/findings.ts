import type { ExpectedChange } from "./schema-edits.ts";

/** A change that a tool reported. */
export interface Finding {
  /** The name of our rule for this change. Absent if none of our rules corresponds to it. */
  readonly rule?: string;
  /** The JSON pointers of the change in the revision and in the base. */
  readonly pointers: readonly string[];
}

/**
 * The expected changes that a tool did not find, and the reports that match no expected change.
 */
export interface Findings {
  readonly missed: readonly string[];
  readonly others: readonly string[];
}

/**
 * Compares the reports of a tool with the edits. If a report is about a place inside an edit, the
 * tool found the edit.
 */
export function judgeFindings(
  expected: readonly ExpectedChange[],
  findings: readonly Finding[],
): Findings {
  const matches = (change: ExpectedChange, { rule, pointers }: Finding): boolean =>
    (rule === undefined || rule.startsWith(change.rule.replace("*", ""))) &&
    pointers.some((each) =>
      rule === undefined
        ? `${each}/`.startsWith(`${change.pointer}/`)
        : // A change of a text or a default has the place of its keyword.
          each === change.pointer || each.replace(/\/[^/]*$/, "") === change.pointer,
    );
  const text = (rule: string | undefined, pointer: string | undefined): string =>
    [rule, pointer].filter((each) => each !== undefined).join(" at ");
  return {
    missed: expected
      .filter((change) => !findings.some((finding) => matches(change, finding)))
      .map(({ rule, pointer }) => `missed: ${text(rule, pointer)}`),
    others: findings
      .filter((finding) => !expected.some((change) => matches(change, finding)))
      .map(({ rule, pointers }) => `besides: ${text(rule, pointers[0])}`),
  };
}

interface OurReport {
  readonly documents: readonly {
    readonly changes: readonly {
      readonly ruleId: string;
      readonly base?: { readonly pointer: string };
      readonly revision?: { readonly pointer: string };
    }[];
  }[];
}

/** Reads the JSON report of `specwright diff`. */
export function readOurs(text: string): readonly Finding[] {
  const report = JSON.parse(text) as OurReport;
  return report.documents.flatMap(({ changes }) =>
    changes.map(({ ruleId, base, revision }) => ({
      rule: ruleId,
      pointers: [revision, base].flatMap((each) => (each === undefined ? [] : [each.pointer])),
    })),
  );
}

interface RedoclyReport {
  readonly changes: readonly {
    readonly path: string;
    readonly base?: { readonly pointer: string };
    readonly revision?: { readonly pointer: string };
  }[];
}

/** Reads the JSON report of `redocly diff`. Its pointers begin with `#`. */
export function readRedocly(text: string): readonly Finding[] {
  const report = JSON.parse(text) as RedoclyReport;
  return report.changes.map(({ path, base, revision }) => ({
    pointers: [path, revision?.pointer, base?.pointer].flatMap((each) =>
      each === undefined ? [] : [each.replace(/^#/, "")],
    ),
  }));
}
