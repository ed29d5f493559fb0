import type { Schema } from "@specwright/contract";
import { SchemaGraph } from "../canonical/schema-graph.ts";
import type { Reader } from "../direction/unsent-names.ts";
import type { Outcome } from "./outcome.ts";
import { Search } from "./search.ts";

/** The default for the maximum number of steps. They take about a fifth of a second. */
const MAX_STEPS = 40_000;

/**
 * Searches for a value that a schema allows, or proves that no such value exists. The search supports all
 * keywords. If `reader` is set, properties that are not sent to this reader are ignored.
 */
export function findValue(schema: Schema, reader?: Reader, maxSteps: number = MAX_STEPS): Outcome {
  const graph = new SchemaGraph();
  graph.add([schema]);
  const nothing: Schema = { kind: "boolean", value: false, source: schema.source };
  const search = new Search(graph, maxSteps);
  return search.ask(graph.nodeOf(schema, reader), graph.nodeOf(nothing));
}
