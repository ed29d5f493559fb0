import type { Schema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { isValid } from "../evaluate/is-valid.ts";
import type { Constraint, Node } from "./constraint.ts";

/** The canonical nodes of schemas; each schema becomes one node, so that cycles stay cycles. */
export class SchemaGraph {
  readonly nodes: Node[] = [];
  /** The node that accepts everything. */
  readonly anything: Node = this.make([], () => true);
  readonly #bySchema = new Map<Schema, Node>();
  readonly #incomplete: [Schema, Node][] = [];
  readonly #parts = new Map<string, Node>();

  /** Returns the node of a schema; a new one has no constraints yet. */
  nodeOf(schema: Schema): Node {
    const known = this.#bySchema.get(schema);
    if (known !== undefined) return known;
    const node = this.make([], (value) => isValid(schema, value));
    this.#bySchema.set(schema, node);
    this.#incomplete.push([schema, node]);
    return node;
  }

  /** Returns a new node. */
  make(
    constraints: readonly Constraint[],
    accepts: (value: JsonValue) => boolean | undefined,
  ): Node {
    const node: Node = { id: this.nodes.length, constraints, accepts };
    this.nodes.push(node);
    return node;
  }

  /** Returns a schema whose node lacks its constraints, until there is none. */
  takeIncomplete(): readonly [Schema, Node] | undefined {
    return this.#incomplete.pop();
  }

  /**
   * Returns the node for a constraint that no schema has, the same one for the same name; for use
   * after equal nodes were merged.
   */
  part(name: string, constraint: Constraint, accepts: (value: JsonValue) => boolean): Node {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const node = this.make([constraint], accepts);
    this.#parts.set(name, node);
    return node;
  }
}
