import { type Schema, schemaReferences, walkSchemas } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { addSchema } from "./canonical/canonical-form.ts";
import type { Node } from "./canonical/constraint.ts";
import { mergeEqualNodes } from "./canonical/merge-equal.ts";
import { SchemaGraph } from "./canonical/schema-graph.ts";
import { Search, SearchExhausted } from "./search/search.ts";

/** Whether every value that one schema accepts is accepted by another. */
export type Containment =
  /** Every value is. */
  | { readonly verdict: "proved" }
  /** `witness` is accepted by the first schema only. */
  | { readonly verdict: "refuted"; readonly witness: JsonValue }
  /** Neither a proof nor such a value was found. */
  | { readonly verdict: "unknown" };

/** What a revision of a schema does to the set of accepted values. */
export type Effect = "equal" | "widens" | "narrows" | "incomparable" | "unknown";

/** The comparison of a schema with its revision. */
export interface SchemaComparison {
  readonly effect: Effect;
  /** Whether the revision accepts everything that the base accepts. */
  readonly baseInRevision: Containment;
  /** Whether the base accepts everything that the revision accepts. */
  readonly revisionInBase: Containment;
}

/** Options of a comparison. */
export interface CompareOptions {
  /**
   * The number of steps after which each of the two questions is left unknown; 200,000 unless given,
   * which is about a second.
   */
  readonly maxSteps?: number;
}

/**
 * Compares the sets of values that two schemas accept. A containment is "proved" only if no value
 * contradicts it, and "refuted" only by a value that was checked against both schemas. `format` is
 * an annotation unless the metaschema makes it an assertion, as in JSON Schema 2020-12.
 *
 * @example
 * ```ts
 * compareSchemas(integer, number).effect; // "widens"
 * ```
 */
export function compareSchemas(
  base: Schema,
  revision: Schema,
  { maxSteps = 200_000 }: CompareOptions = {},
): SchemaComparison {
  const baseInRevision = contains(base, revision, maxSteps);
  const revisionInBase = contains(revision, base, maxSteps);
  return { effect: effectOf(baseInRevision, revisionInBase), baseInRevision, revisionInBase };
}

function contains(inner: Schema, outer: Schema, maxSteps: number): Containment {
  if (inner === outer) return { verdict: "proved" };
  if (isDynamic(inner) || isDynamic(outer)) return { verdict: "unknown" };
  const graph = new SchemaGraph();
  const nodes = [addSchema(graph, inner), addSchema(graph, outer)];
  mergeEqualNodes(graph.nodes);
  return ask(graph, nodes, maxSteps);
}

function ask(graph: SchemaGraph, nodes: readonly Node[], maxSteps: number): Containment {
  try {
    const outcome = new Search(graph, maxSteps).find(nodes.slice(0, 1), nodes.slice(1));
    if (outcome.kind === "empty") return { verdict: "proved" };
    if (outcome.kind === "found") return { verdict: "refuted", witness: outcome.value };
  } catch (error) {
    if (!(error instanceof SearchExhausted) && !(error instanceof RangeError)) throw error;
  }
  return { verdict: "unknown" };
}

function effectOf(baseInRevision: Containment, revisionInBase: Containment): Effect {
  const verdicts = `${baseInRevision.verdict} ${revisionInBase.verdict}`;
  return effects.get(verdicts) ?? "unknown";
}

const effects: ReadonlyMap<string, Effect> = new Map([
  ["proved proved", "equal"],
  ["proved refuted", "widens"],
  ["refuted proved", "narrows"],
  ["refuted refuted", "incomparable"],
]);

/** Reports whether the meaning of a schema depends on the schemas that refer to it. */
function isDynamic(schema: Schema): boolean {
  const seen = new Set<Schema>();
  const waiting = [schema];
  let found = false;
  for (let root = waiting.pop(); root !== undefined; root = waiting.pop()) {
    walkSchemas(root, (each) => {
      if (seen.has(each)) return false;
      seen.add(each);
      if (each.kind === "schema" && each.dynamicRef?.dynamicAnchor !== undefined) found = true;
      waiting.push(...schemaReferences(each));
      return true;
    });
  }
  return found;
}
