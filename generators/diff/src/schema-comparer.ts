import type { Schema } from "@specwright/contract";
import { addSchemas } from "./canonical/canonical-form.ts";
import type { Node } from "./canonical/constraint.ts";
import { isDynamic } from "./canonical/is-dynamic.ts";
import { SchemaGraph } from "./canonical/schema-graph.ts";
import { type Containment, effectOf, type SchemaComparison } from "./schema-comparison.ts";
import { Search } from "./search/search.ts";

/** Options of a {@link SchemaComparer}. */
export interface ComparerOptions {
  /**
   * The number of steps after which each of the two questions of a comparison is left unknown;
   * 200,000 unless given, which is about a second.
   */
  readonly maxSteps?: number;
  /**
   * True if an open object must not use names that only the other schema declares, so that an
   * optional property may be added to it; false unless given.
   */
  readonly undeclaredNamesAreReserved?: boolean;
}

/** Who reads a value: the server a request, the client a response. */
export type Reader = "request" | "response";

/**
 * Compares the schemas of two contracts. Each schema is brought to its canonical form once, and each
 * question about two schemas is answered once. Schemas can be added at any time, such as copies of
 * others with one keyword replaced; they must not be changed afterwards.
 *
 * @example
 * ```ts
 * const comparer = new SchemaComparer();
 * comparer.add(declarations.map(({ schema }) => schema));
 * comparer.compare(integer, number).effect; // "widens"
 * ```
 */
export class SchemaComparer {
  readonly #graph = new SchemaGraph();
  readonly #search: Search;
  readonly #answers = new Map<string, Containment>();

  constructor({ maxSteps = 200_000 }: ComparerOptions = {}) {
    this.#search = new Search(this.#graph, maxSteps);
  }

  /** Adds schemas with all that they refer to; adding many at once takes less time. */
  add(schemas: Iterable<Schema>): void {
    addSchemas(this.#graph, schemas);
  }

  /**
   * Compares the sets of values that two schemas accept. With a direction, properties that are not
   * sent in it do not count: with "request" those that are `readOnly`, with "response" those that
   * are `writeOnly`.
   */
  compare(base: Schema, revision: Schema, _direction?: Reader): SchemaComparison {
    addSchemas(this.#graph, [base, revision]);
    const baseInRevision = this.#contains(base, revision);
    const revisionInBase = this.#contains(revision, base);
    return { effect: effectOf(baseInRevision, revisionInBase), baseInRevision, revisionInBase };
  }

  /**
   * Reports whether two schemas accept the same values because they say the same. False means only
   * that {@link SchemaComparer.compare} has to find out.
   */
  areEqual(left: Schema, right: Schema, _direction?: Reader): boolean {
    if (left === right) return true;
    addSchemas(this.#graph, [left, right]);
    if (this.#isDynamic(left) || this.#isDynamic(right)) return false;
    return this.#graph.nodeOf(left).id === this.#graph.nodeOf(right).id;
  }

  #contains(inner: Schema, outer: Schema): Containment {
    if (inner === outer) return { verdict: "proved" };
    if (this.#isDynamic(inner) || this.#isDynamic(outer)) return { verdict: "unknown" };
    const [innerNode, outerNode] = [this.#graph.nodeOf(inner), this.#graph.nodeOf(outer)];
    if (innerNode.id === outerNode.id) return { verdict: "proved" };
    const key = `${innerNode.id} ${outerNode.id}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#answer(innerNode, outerNode);
    this.#answers.set(key, answer);
    return answer;
  }

  #answer(inner: Node, outer: Node): Containment {
    const outcome = this.#search.ask(inner, outer);
    if (outcome.kind === "empty") return { verdict: "proved" };
    if (outcome.kind === "unknown") return { verdict: "unknown" };
    return { verdict: "refuted", witness: outcome.value };
  }

  #isDynamic(schema: Schema): boolean {
    return this.#graph.hasDynamic && isDynamic(schema);
  }
}
