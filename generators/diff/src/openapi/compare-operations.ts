import type { HttpOperation } from "@specwright/contract";
import type { Subject } from "../changes/change.ts";
import type { Comparison } from "../comparison.ts";

/** Compares the operations of two OpenAPI contracts. */
export function compareOperations(comparison: Comparison): void {
  const { base, revision } = comparison;
  const before = new Map(base.operations.map((each) => [keyOf(each), each]));
  const after = new Map(revision.operations.map((each) => [keyOf(each), each]));
  for (const [key, operation] of before) {
    if (!after.has(key)) recordRemoved(comparison, operation);
  }
  for (const [key, operation] of after) {
    if (!before.has(key)) recordAdded(comparison, operation);
  }
}

/** Returns the identity of an operation: its method and its path, without parameter names. */
function keyOf({ method, path }: HttpOperation): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`;
}

function subjectOf({ method, path }: HttpOperation): Subject {
  return { kind: "operation", name: `${method.toUpperCase()} ${path}` };
}

function recordRemoved(comparison: Comparison, operation: HttpOperation): void {
  const subject = subjectOf(operation);
  comparison.record({
    rule: "operation-removed",
    class: "breaking",
    surface: "wire",
    subject,
    base: operation.source,
    message: `${subject.name} was removed.`,
    why: "A client that calls it gets an error.",
  });
}

function recordAdded(comparison: Comparison, operation: HttpOperation): void {
  const subject = subjectOf(operation);
  comparison.record({
    rule: "operation-added",
    class: "non-breaking",
    surface: "wire",
    subject,
    revision: operation.source,
    message: `${subject.name} was added.`,
    why: "No client calls it yet.",
  });
}
