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
   * The maximum number of search steps for each of the two questions of a comparison. If a search needs
   * more steps, the answer is "unknown". Default 200,000, which takes about a second.
   */
  readonly maxSteps?: number;
  /**
   * Whether the values of an open object schema must not have property names that only the other schema
   * declares. If so, an optional property can be added without narrowing the schema. Default `false`.
   */
  readonly undeclaredNamesAreReserved?: boolean;
  /**
   * Whether a known `format` restricts values as generated validators do: `uuid` restricts strings, and
   * `int32` restricts integers. If so, a witness contains no integer above 2^53 in a position where
   * generated validators only accept safe integers. Default `false`: a `format` is an annotation.
   */
  readonly formatsAreRules?: boolean;
}

/**
 * Compares the schemas of two contracts. It normalizes each schema once, and remembers each answer about
 * two schemas. Schemas can be added at any time, for example copies in which one keyword is replaced. After
 * a schema was added, it must not be changed.
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
  /** A search in which no names are reserved. It is created when it is first needed. */
  #freeSearch: Search | undefined;
  readonly #answers = new Map<string, Containment>();
  /** Set if undeclared names are reserved. It then matters which of the two schemas declares a name. */
  readonly #sides: SidedNodes | undefined;

  constructor(options: ComparerOptions = {}) {
    const { maxSteps = 200_000, undeclaredNamesAreReserved = false, formatsAreRules } = options;
    this.#graph = new SchemaGraph(formatsAreRules);
    this.#maxSteps = maxSteps;
    this.#search = new Search(this.#graph, maxSteps);
    this.#sides = undeclaredNamesAreReserved ? new SidedNodes() : undefined;
  }

  /**
   * Adds schemas, and all schemas that they refer to. One call with many schemas is faster than many calls.
   */
  add(schemas: Iterable<Schema>): void {
    this.#graph.add(schemas);
  }

  /**
   * Adds the discriminators of a contract, so that they restrict values as in generated codecs. If the
   * alternatives of a union differ only in the discriminator's mapping, each alternative then requires a
   * tag that selects it. The schemas of the contract are added when they are first compared.
   */
  addContract(contract: Contract): void {
    this.#graph.addContract(contract);
  }

  /** Reports whether a schema accepts a value; `undefined` if this cannot be decided. */
  accepts(schema: Schema, value: JsonValue, direction?: Reader): boolean | undefined {
    return this.#graph.nodeOf(schema, direction).accepts(value);
  }

  /**
   * Compares the sets of values that two schemas accept. If `direction` is set, properties that are not
   * sent in this direction are ignored, also in `required`: `readOnly` properties for "request",
   * `writeOnly` properties for "response".
   */
  compare(base: Schema, revision: Schema, direction?: Reader): SchemaComparison {
    const baseInRevision = this.containment(base, revision, direction);
    const revisionInBase = this.containment(revision, base, direction);
    return { effect: effectOf(baseInRevision, revisionInBase), baseInRevision, revisionInBase };
  }

  /**
   * Decides whether `outer` accepts every value that `inner` accepts. This is one of the two questions of a
   * comparison.
   */
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

  /**
   * Reports whether two schemas have the same text, including descriptions and all schemas that they refer
   * to.
   */
  areIdentical(left: Schema, right: Schema): boolean {
    return this.#graph.areIdentical(left, right);
  }

  /**
   * Reports whether two schemas have the same normalized form. They then accept the same values. If the
   * result is `false`, they can still accept the same values: use {@link SchemaComparer.compare} to find
   * out.
   */
  areEqual(left: Schema, right: Schema, direction?: Reader): boolean {
    if (left === right) return true;
    const [leftNode, rightNode] = [left, right].map((each) => this.#graph.nodeOf(each, direction));
    return leftNode?.id === rightNode?.id;
  }

  /**
   * Reports whether two schemas certainly accept the same values in requests, in responses, and without a
   * direction. No names are reserved.
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
