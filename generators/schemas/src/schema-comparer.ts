import type { Contract, Schema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { Node } from "./canonical/constraint.ts";
import { SchemaGraph } from "./canonical/schema-graph.ts";
import { SidedNodes } from "./canonical/sided-nodes.ts";
import type { Reader } from "./direction/unsent-names.ts";
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
  /**
   * True if a known `format` restricts values as it does in generated validators: `uuid` those of
   * strings, `int32` those of integers; false unless given, so that it is an annotation. A witness has
   * no integer beyond 2^53 then where a generated validator takes safe integers only.
   */
  readonly formatsAreRules?: boolean;
}

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
  readonly #graph: SchemaGraph;
  readonly #search: Search;
  readonly #maxSteps: number;
  /** The search in which every name is free; made when it is needed. */
  #freeSearch: Search | undefined;
  readonly #answers = new Map<string, Containment>();
  /** Where undeclared names are reserved, it matters which schema declares a name. */
  readonly #sides: SidedNodes | undefined;

  constructor(options: ComparerOptions = {}) {
    const { maxSteps = 200_000, undeclaredNamesAreReserved = false, formatsAreRules } = options;
    this.#graph = new SchemaGraph(formatsAreRules);
    this.#maxSteps = maxSteps;
    this.#search = new Search(this.#graph, maxSteps);
    this.#sides = undeclaredNamesAreReserved ? new SidedNodes() : undefined;
  }

  /** Adds schemas with all that they refer to; adding many at once takes less time. */
  add(schemas: Iterable<Schema>): void {
    this.#graph.add(schemas);
  }

  /**
   * Adds the discriminators of a contract. They restrict the values of its schemas as in generated
   * codecs: where only the mapping tells the alternatives of a union apart, an alternative has the tags
   * that select it. The schemas themselves are added when something is asked about them.
   */
  addContract(contract: Contract): void {
    this.#graph.addContract(contract);
  }

  /** Reports whether a schema accepts a value; `undefined` if that cannot be decided. */
  accepts(schema: Schema, value: JsonValue, direction?: Reader): boolean | undefined {
    return this.#graph.nodeOf(schema, direction).accepts(value);
  }

  /**
   * Compares the sets of values that two schemas accept. With a direction, properties that are not
   * sent in it do not count, neither their schemas nor that they are required: with "request" those
   * that are `readOnly`, with "response" those that are `writeOnly`.
   */
  compare(base: Schema, revision: Schema, direction?: Reader): SchemaComparison {
    const baseInRevision = this.containment(base, revision, direction);
    const revisionInBase = this.containment(revision, base, direction);
    return { effect: effectOf(baseInRevision, revisionInBase), baseInRevision, revisionInBase };
  }

  /** Decides whether one schema accepts every value that another does: half of a comparison. */
  containment(inner: Schema, outer: Schema, direction?: Reader): Containment {
    this.#graph.add([inner, outer]);
    if (inner === outer) return { verdict: "proved" };
    const innerNode = this.#graph.nodeOf(inner, direction);
    const outerNode = this.#graph.nodeOf(outer, direction);
    if (innerNode.id === outerNode.id) return { verdict: "proved" };
    const key = `${innerNode.id} ${outerNode.id}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#answer(innerNode, outerNode);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Reports whether two schemas are written alike with all that they refer to, even descriptions. */
  areIdentical(left: Schema, right: Schema): boolean {
    return this.#graph.areIdentical(left, right);
  }

  /**
   * Reports whether two schemas accept the same values because they say the same. False means only
   * that {@link SchemaComparer.compare} has to find out.
   */
  areEqual(left: Schema, right: Schema, direction?: Reader): boolean {
    if (left === right) return true;
    const [leftNode, rightNode] = [left, right].map((each) => this.#graph.nodeOf(each, direction));
    return leftNode?.id === rightNode?.id;
  }

  /**
   * Reports whether two schemas are proved to accept the same values, be it in requests, in
   * responses or anywhere else, and those with undeclared names included: they are written in two
   * ways, and mean the same.
   */
  meanTheSame(left: Schema, right: Schema): boolean {
    this.#graph.add([left, right]);
    this.#freeSearch ??= new Search(this.#graph, this.#maxSteps);
    const search = this.#freeSearch;
    return [undefined, "request" as const, "response" as const].every((direction) => {
      const nodes = [left, right].map((each) => this.#graph.nodeOf(each, direction));
      const [one, other] = nodes;
      if (one === undefined || other === undefined || one.id === other.id) return true;
      const questions = [search.ask(one, other), search.ask(other, one)];
      return questions.every(({ kind }) => kind === "empty");
    });
  }

  #answer(inner: Node, outer: Node): Containment {
    const sides = this.#sides;
    const outcome =
      sides === undefined
        ? this.#search.ask(inner, outer)
        : this.#search.ask(sides.of(inner, "inner"), sides.of(outer, "outer"));
    if (outcome.kind === "empty") return { verdict: "proved" };
    if (outcome.kind === "unknown") return { verdict: "unknown" };
    return { verdict: "refuted", witness: outcome.value };
  }
}
