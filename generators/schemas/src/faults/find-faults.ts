// Finds the schemas of a contract that reject every value, or a typical value.

import { type Contract, dereference, type Schema, schemasOf } from "@specwright/contract";
import type { Diagnostic, JsonValue } from "@specwright/spec-loader";
import { SchemaGraph } from "../canonical/schema-graph.ts";
import { Search } from "../search/search.ts";
import { type RefusedMember, refusedMembers } from "./closed-parts.ts";
import { type FaultCode, faultDiagnostics } from "./fault-diagnostics.ts";
import { findOverlap } from "./overlap.ts";

/** The maximum number of search steps for one schema. They take about 10 milliseconds. */
const maxSteps = 2000;
/** The maximum number of searches without a result. After that, no further schemas are searched. */
const mostOpen = 100;
const longest = 60;

/** Options of {@link findFaults}. */
export interface FaultOptions {
  /**
   * Whether to also search for a valid value of every schema, which takes longer. By default, a schema is
   * only reported as impossible if a part of its `allOf` rejects the properties of a different part.
   * Overlaps are always reported.
   */
  readonly isThorough?: boolean;
  /** The schemas to check. Default: all schemas of the contract. */
  readonly schemas?: Iterable<Schema>;
}

/**
 * Returns a diagnostic for each schema that accepts no value, and for each `oneOf` that rejects a value
 * because two alternatives accept it.
 */
export function findFaults(
  contract: Contract,
  { isThorough = false, schemas = schemasOf(contract).keys() }: FaultOptions = {},
): readonly Diagnostic[] {
  const judged = [...schemas].filter((schema) => schema.kind === "schema");
  const closed = new Map<Schema, readonly RefusedMember[]>();
  for (const schema of judged) {
    const members = refusedMembers(schema);
    if (members.length > 0) closed.set(schema, members);
  }
  const reports: Diagnostic[] = [];
  const report = (code: FaultCode, { source }: Schema, message: string): void => {
    const { severity, fix } = faultDiagnostics[code];
    reports.push({ ...contract.locate(source), code, severity, message, fix });
  };
  for (const [schema, members] of closed) {
    if (schema.kind === "boolean" || ownParts(schema).some((part) => closed.has(part))) continue;
    report("SCHEMA_IMPOSSIBLE", schema, describeMembers(members));
  }
  const empty = isThorough ? emptySchemas(judged) : new Set<Schema>();
  for (const schema of empty) {
    if (closed.has(schema) || containsEmpty(schema, empty)) continue;
    report(
      "SCHEMA_IMPOSSIBLE",
      schema,
      "No value matches the schema: its rules contradict each other.",
    );
  }
  for (const schema of judged) {
    const overlap = findOverlap(schema, contract);
    if (overlap === undefined) continue;
    const { first, second, value } = overlap;
    report(
      "ALTERNATIVES_OVERLAP",
      schema,
      `Alternatives ${first + 1} and ${second + 1} of \`oneOf\` both accept ${shortenValue(value)}, so it is invalid.`,
    );
  }
  return reports;
}

function describeMembers(members: readonly RefusedMember[]): string {
  const required = members.find(({ isRequired }) => isRequired);
  const { name, by } = required ?? members[0] ?? { name: "", by: undefined };
  const place = by === undefined ? "" : ` at ${by.source.pointer}`;
  const cause = `the part${place} has \`additionalProperties: false\` and does not declare \`${name}\``;
  return required === undefined
    ? `No valid value can have the property \`${name}\`: ${cause}.`
    : `No value matches the schema, which requires \`${name}\`: ${cause}.`;
}

/** Lists the schemas that every value of a schema must also match. */
function ownParts(schema: Schema): readonly Schema[] {
  if (schema.kind === "boolean") return [];
  return [...(schema.ref === undefined ? [] : [schema.ref.target]), ...(schema.allOf ?? [])];
}

/** Returns the schemas that certainly accept no value. */
function emptySchemas(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const graph = new SchemaGraph();
  graph.add(schemas);
  const search = new Search(graph, maxSteps);
  const found = new Set<Schema>();
  let open = 0;
  for (const schema of schemas) {
    if (open >= mostOpen || schema.kind === "boolean") break;
    // With `not`, the author may want the schema to accept no value.
    if (schema.not !== undefined) continue;
    const nothing: Schema = { kind: "boolean", value: false, source: schema.source };
    const { kind } = search.ask(graph.nodeOf(schema), graph.nodeOf(nothing));
    if (kind === "empty") found.add(schema);
    if (kind === "unknown") open += 1;
  }
  return found;
}

/**
 * Reports whether a schema contains a schema that accepts no value, or requires that its values match one.
 */
function containsEmpty(schema: Schema, empty: ReadonlySet<Schema>): boolean {
  if (schema.kind === "boolean") return false;
  const members = [...(schema.properties?.values() ?? []), ...(schema.prefixItems ?? [])];
  const alternatives = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const inside = [...members, ...alternatives, ...(schema.items ? [schema.items] : [])];
  return [...ownParts(schema), ...inside].some((part) => {
    const target = dereference(part);
    return target !== schema && (empty.has(part) || empty.has(target));
  });
}

function shortenValue(value: JsonValue): string {
  const text = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? String(each) : each,
  );
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
