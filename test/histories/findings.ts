// The breaking changes that each tool reports, by operation and rule.

import { operationKey } from "./operation-key.ts";

/** A breaking change of one operation. */
export interface Finding {
  /** Such as `GET /pets/{}`; `document` for a change outside of the operations. */
  readonly operation: string;
  readonly rule: string;
  readonly message: string;
}

/** The members that we read of our JSON report (see `docs/diff.md`). */
interface OurReport {
  readonly documents: readonly {
    readonly changes: readonly {
      readonly ruleId: string;
      readonly class: string;
      readonly surface: string;
      readonly message: string;
      readonly subject: { readonly kind: string; readonly name: string };
      readonly affects: readonly { readonly operation?: string; readonly webhook?: string }[];
    }[];
  }[];
}

/** Reads the breaking changes of the wire in our report, potential ones too. */
export function ourFindings(report: string): readonly Finding[] {
  const { documents }: OurReport = JSON.parse(report);
  return documents
    .flatMap(({ changes }) => changes)
    .filter(
      (change) => change.surface === "wire" && /^(?:potentially-)?breaking$/.test(change.class),
    )
    .flatMap(({ ruleId: rule, message, subject, affects }) => {
      const isShared = wholeDocument.has(subject.kind);
      const named = isShared ? [] : affects.flatMap(({ operation }) => operation ?? []);
      const operations = named.length > 0 ? named : [subject.name];
      return operations.map((operation) => ({ operation: operationKey(operation), rule, message }));
    });
}

/** Places outside of the operations, as the other tools report them. */
const wholeDocument: ReadonlySet<string> = new Set(["document", "server", "security-scheme"]);

interface OasdiffFinding {
  readonly id: string;
  readonly text: string;
  readonly operation?: string;
  readonly path?: string;
}

/** Reads the report of `oasdiff breaking --format json`: errors and warnings. */
export function oasdiffFindings(report: string): readonly Finding[] {
  const findings: readonly OasdiffFinding[] = JSON.parse(report) ?? [];
  return findings.map(({ id, text, operation, path }) => ({
    operation: operationKey(`${operation ?? ""} ${path ?? ""}`),
    rule: id,
    message: text,
  }));
}
