import type { Contract, Declaration } from "@specwright/contract";
import { canonicalText } from "../changes/write-value.ts";
import type { Comparison } from "../comparison.ts";

/**
 * Compares the named schemas of two contracts, even unused ones, because generated code has a type for each
 * named schema.
 */
export function compareDeclarations(comparison: Comparison): void {
  const before = namedSchemas(comparison.base);
  const after = namedSchemas(comparison.revision);
  const removed = [...before.values()].filter(({ name }) => !after.has(name));
  const added = new Set([...after.values()].filter(({ name }) => !before.has(name)));
  const candidates = removed.length === 0 ? [] : [...added];
  const byContent = new Map(candidates.reverse().map((each) => [schemaText(each), each]));
  for (const old of removed) {
    const renamed = byContent.get(schemaText(old));
    if (renamed === undefined || !added.delete(renamed)) recordRemoved(comparison, old);
    else recordRenamed(comparison, old, renamed);
  }
  for (const revised of added) recordAdded(comparison, revised);
  for (const { name, schema } of before.values()) {
    const revised = after.get(name);
    if (revised === undefined) continue;
    const use = {
      operation: name,
      part: "type",
      subject: { kind: "schema", name },
      place: "name",
    } as const;
    comparison.compareSchemas(schema, revised.schema, { ...use, direction: "request" });
    comparison.compareSchemas(schema, revised.schema, { ...use, direction: "response" });
  }
}

function namedSchemas({ declarations }: Contract): ReadonlyMap<string, Declaration> {
  const schemas = declarations.filter(({ origin }) => origin === "schema");
  return new Map(schemas.map((each) => [each.name, each]));
}

function schemaText({ schema }: Declaration): string {
  return canonicalText(schema.kind === "boolean" ? schema.value : schema.raw);
}

function recordRemoved(comparison: Comparison, { name, schema }: Declaration): void {
  comparison.record({
    rule: "schema-removed",
    class: "breaking",
    surface: "code",
    subject: { kind: "schema", name },
    base: schema.source,
    message: `The schema \`${name}\` was removed.`,
    why: "Code that uses its generated type no longer compiles. The effect on operations is reported separately.",
  });
}

function recordRenamed(comparison: Comparison, old: Declaration, revised: Declaration): void {
  comparison.record({
    rule: "schema-renamed",
    class: "breaking",
    surface: "code",
    subject: { kind: "schema", name: old.name },
    details: [revised.name],
    base: old.schema.source,
    revision: revised.schema.source,
    message: `The schema \`${old.name}\` is now named \`${revised.name}\`.`,
    why: "Code that uses its generated type no longer compiles. The effect on operations is reported separately.",
  });
}

function recordAdded(comparison: Comparison, { name, schema }: Declaration): void {
  comparison.record({
    rule: "schema-added",
    class: "non-breaking",
    surface: "code",
    subject: { kind: "schema", name },
    revision: schema.source,
    message: `The schema \`${name}\` was added.`,
    why: "Generated code gets one more type.",
  });
}
