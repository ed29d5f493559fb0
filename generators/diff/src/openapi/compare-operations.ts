import type { HttpOperation } from "@specwright/contract";
import type { Comparison } from "../comparison.ts";
import { isStable, stabilityOf } from "../lifecycle/lifecycle.ts";
import { announcedRemoval, daysUntil, hasEnded, sunsetOf } from "../lifecycle/sunset.ts";
import { compareProviderCalls } from "./compare-callbacks.ts";
import { compareOperation } from "./compare-operation.ts";
import {
  type MatchedOperations,
  operationName,
  operationSubject,
  webhookName,
} from "./match-operations.ts";
import type { DraftGroups } from "./site.ts";
import { type TakenPath, takenPath } from "./taken-paths.ts";

/** Compares the operations or the webhooks of two OpenAPI contracts. */
export function compareOperations(
  comparison: Comparison,
  groups: DraftGroups,
  kind: "operation" | "webhook",
  { pairs, removed, added }: MatchedOperations,
): void {
  const nameOf = kind === "operation" ? operationName : webhookName;
  for (const [old, revised] of pairs) {
    const site = {
      comparison,
      groups,
      subject: operationSubject(kind, old),
      operation: nameOf(old),
      prefix: "",
      sources: [old.source, revised.source],
      requests: kind === "operation" ? "request" : "response",
      stability: stabilityOf(revised),
    } as const;
    compareOperation(site, old, revised);
    if (kind === "webhook") compareProviderCalls(site, old, revised);
  }
  for (const operation of removed) {
    recordRemoved(comparison, kind, nameOf(operation), operation);
  }
  const kept = pairs.map(([, revised]) => revised);
  for (const operation of added) {
    const taken = kind === "operation" ? takenPath(operation, kept) : undefined;
    recordAdded(comparison, kind, nameOf(operation), operation, taken);
  }
}

function recordRemoved(
  comparison: Comparison,
  kind: "operation" | "webhook",
  name: string,
  operation: HttpOperation,
): void {
  const sunset = sunsetOf(operation);
  const breaks = isStable(operation);
  comparison.record({
    rule: `${kind}-removed`,
    class: breaks ? "breaking" : "non-breaking",
    surface: "wire",
    subject: operationSubject(kind, operation),
    base: operation.source,
    affects: [affectedBy(kind, name)],
    ...(sunset && { sunset: sunset.text }),
    message: `${capitalizeFirst(name)} was removed${announcementText(comparison, operation)}.`,
    why: !breaks
      ? `Its stability level \`${stabilityOf(operation)}\` made no promise.`
      : kind === "operation"
        ? "Clients that call it get an error."
        : "Existing clients wait for its requests.",
    ...(breaks && hasEnded(operation, comparison.settings.today) && announcedRemoval),
  });
}

/** Returns how the base announced the removal, as the last words of a sentence. */
function announcementText({ settings }: Comparison, operation: HttpOperation): string {
  if (!operation.deprecated) return "";
  const { text, date } = sunsetOf(operation) ?? {};
  if (text === undefined) return ". It was deprecated";
  if (date === undefined) return `. It was deprecated, with the sunset date \`${text}\``;
  return daysUntil(date, settings.today) > 0
    ? `, but was announced for ${text}`
    : `, as announced for ${text}`;
}

function recordAdded(
  comparison: Comparison,
  kind: "operation" | "webhook",
  name: string,
  operation: HttpOperation,
  taken: TakenPath | undefined,
): void {
  comparison.record({
    rule: `${kind}-added`,
    class: "non-breaking",
    surface: "wire",
    subject: operationSubject(kind, operation),
    revision: operation.source,
    affects: [affectedBy(kind, name)],
    message: `${capitalizeFirst(name)} was added.`,
    why:
      kind === "operation"
        ? "No client calls it yet."
        : "No client has a receiver for these requests yet.",
    ...(taken && takenFields(name, taken)),
  });
}

/**
 * Returns the fields of a change for an added operation that receives calls which a different operation
 * received before.
 */
function takenFields(name: string, { from, values }: TakenPath) {
  const other = operationName(from);
  const texts = [...values].map(([parameter, value]) => `\`${value}\` as \`${parameter}\``);
  return {
    class: "potentially-breaking",
    details: [other],
    affects: [affectedBy("operation", other)],
    message: `${capitalizeFirst(name)} was added, and now answers calls of ${other} with ${texts.join(" and ")}.`,
    why: "Clients that call the other operation with this value get a different response.",
  } as const;
}

function affectedBy(kind: "operation" | "webhook", operation: string) {
  const direction = kind === "operation" ? "request" : "response";
  return { operation, part: "operation", direction } as const;
}

function capitalizeFirst(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
