import type { Schema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { isValid } from "../evaluate/is-valid.ts";
import type { Constraint, Node } from "./constraint.ts";
import { EqualNodes } from "./equal-nodes.ts";

/** The canonical nodes of schemas; each schema becomes one node, so that cycles stay cycles. */
export class SchemaGraph {
  /** The node that accepts everything. */
  readonly anything: Node;
  readonly #equal = new EqualNodes();
  readonly #bySchema = new Map<Schema, Node>();
  readonly #incomplete: [Schema, Node][] = [];
  readonly #parts = new Map<string, Node>();
  #unnumbered: Node[] = [];
  #hasDynamic = false;

  constructor() {
    this.anything = this.make([], () => true);
    this.numberNodes();
  }

  /** Returns the node of a schema; a new one has neither constraints nor a number yet. */
  nodeOf(schema: Schema): Node {
    const known = this.#bySchema.get(schema);
    if (known !== undefined) return known;
    const node = this.make([], (value) => isValid(schema, value));
    this.#bySchema.set(schema, node);
    this.#incomplete.push([schema, node]);
    return node;
  }

  /** Returns a new node, which has no number yet. */
  make(
    constraints: readonly Constraint[],
    accepts: (value: JsonValue) => boolean | undefined,
  ): Node {
    const node: Node = { id: -1, constraints, accepts };
    this.#unnumbered.push(node);
    return node;
  }

  /** Returns a schema whose node lacks its constraints, until there is none. */
  takeIncomplete(): readonly [Schema, Node] | undefined {
    return this.#incomplete.pop();
  }

  /** Numbers the new nodes, once all of them have their constraints. */
  numberNodes(): void {
    this.#equal.number(this.#unnumbered);
    this.#unnumbered = [];
  }

  /** True if the meaning of some schema depends on the schemas that refer to it. */
  get hasDynamic(): boolean {
    return this.#hasDynamic;
  }

  /** Returns the key of a constraint that means something else in each place. */
  dynamicKey(): string {
    this.#hasDynamic = true;
    return `dynamic ${this.#equal.newNumber()}`;
  }

  /** Returns the node for a constraint that no schema has, the same one for the same name. */
  part(name: string, constraint: Constraint, accepts: (value: JsonValue) => boolean): Node {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const node: Node = { id: this.#equal.newNumber(), constraints: [constraint], accepts };
    this.#parts.set(name, node);
    return node;
  }
}
