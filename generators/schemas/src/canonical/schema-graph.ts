import type { Contract, Schema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { Reader } from "../direction/unsent-names.ts";
import { Discriminators } from "../evaluate/discriminators.ts";
import { isValid } from "../evaluate/is-valid.ts";
import { constraintsOf } from "./canonical-form.ts";
import type { Constraint, Marks, Node } from "./constraint.ts";
import { EqualNodes } from "./equal-nodes.ts";
import { IdenticalSchemas } from "./identical-schemas.ts";
import type { Scope } from "./scope.ts";

/** A schema, its scope, and its node, which has no constraints yet. */
interface Incomplete {
  readonly schema: Schema;
  readonly node: Node;
  readonly context: Context;
}

/** The reader of a value, and the property names that outer schemas mark as not sent. */
interface Context {
  readonly reader: Reader | undefined;
  readonly inherited: readonly string[];
}

const plain: Context = { reader: undefined, inherited: [] };
const none: ReadonlySet<string> = new Set();

const markOf: Readonly<Record<Reader, Marks>> = { request: 1, response: 2 };

/**
 * The nodes of schemas in canonical form. Each schema becomes one node, so recursive schemas become cycles
 * of nodes.
 */
export class SchemaGraph {
  /** The node that accepts every value. */
  readonly anything: Node;
  readonly #equal = new EqualNodes();
  readonly #nodes = new Map<Schema, Node>();
  /** The nodes of schemas, by reader and by the unsent names that the schemas inherit. */
  readonly #read = new Map<string, Map<Schema, Node>>();
  readonly #incomplete: Incomplete[] = [];
  readonly #parts = new Map<string, Node>();
  readonly #plainScope: Scope;
  #unnumbered: Node[] = [];
  readonly #formatsAreRules: boolean;
  readonly #discriminators = new Discriminators();
  readonly #identical = new IdenticalSchemas(this.#discriminators);

  /** `formatsAreRules` has the same meaning as in `ComparerOptions`. */
  constructor(formatsAreRules = false) {
    this.#formatsAreRules = formatsAreRules;
    this.anything = this.#make([], () => true);
    this.#plainScope = this.#newPlainScope();
    this.#complete();
  }

  /** Adds the discriminators of a contract, so that they restrict values as in generated codecs. */
  addContract(contract: Contract): void {
    this.#discriminators.add(contract);
  }

  /** Reports whether two schemas have the same text, including all schemas that they refer to. */
  areIdentical(left: Schema, right: Schema): boolean {
    return this.#identical.areIdentical(left, right);
  }

  /** Adds schemas, and all schemas that they refer to. */
  add(schemas: Iterable<Schema>): void {
    for (const schema of schemas) this.#nodeOf(schema, plain);
    this.#complete();
  }

  /**
   * Returns the node of a schema. If `reader` is set, properties that are not sent to this reader are
   * ignored.
   */
  nodeOf(schema: Schema, reader?: Reader): Node {
    const known = this.#nodes.get(schema);
    const isSame =
      reader === undefined || (known !== undefined && (known.marks & markOf[reader]) === 0);
    if (known !== undefined && known.id >= 0 && isSame) return known;
    this.add([schema]);
    const node = this.#nodeOf(schema, { reader, inherited: [] });
    this.#complete();
    return node;
  }

  /**
   * Returns a node with one constraint, which belongs to no schema. For the same name, it returns the same
   * node.
   */
  part(name: string, constraint: Constraint, accepts: (value: JsonValue) => boolean): Node {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const id = this.#equal.newNumber();
    const node: Node = { id, constraints: [constraint], marks: 0, accepts };
    this.#parts.set(name, node);
    return node;
  }

  #nodeOf(schema: Schema, { reader, inherited }: Context): Node {
    const unread = this.#nodes.get(schema);
    const isPlain =
      reader === undefined ||
      (inherited.length === 0 && unread !== undefined && (unread.marks & markOf[reader]) === 0);
    const nodes = isPlain ? this.#nodes : this.#nodesFor(`${reader} ${JSON.stringify(inherited)}`);
    const known = nodes.get(schema);
    if (known !== undefined) return known;
    const unsent = isPlain ? none : new Set(inherited);
    const readBy = isPlain ? undefined : reader;
    const formatsAreRules = this.#formatsAreRules;
    const discriminators = this.#discriminators;
    const node = this.#make([], (value) =>
      isValid(schema, value, readBy, { unsent, formatsAreRules, discriminators }),
    );
    if (schema.kind === "schema") {
      node.marks =
        (schema.readOnly ? markOf.request : 0) | (schema.writeOnly ? markOf.response : 0);
    }
    nodes.set(schema, node);
    this.#incomplete.push({ schema, node, context: isPlain ? plain : { reader, inherited } });
    return node;
  }

  #nodesFor(key: string): Map<Schema, Node> {
    const nodes = this.#read.get(key) ?? new Map<Schema, Node>();
    this.#read.set(key, nodes);
    return nodes;
  }

  #make(
    constraints: readonly Constraint[],
    accepts: (value: JsonValue) => boolean | undefined,
  ): Node {
    const node: Node = { id: -1, constraints, marks: 0, accepts };
    this.#unnumbered.push(node);
    return node;
  }

  /** Sets the constraints of all new nodes, and then numbers the nodes. */
  #complete(): void {
    for (let next = this.#incomplete.pop(); next !== undefined; next = this.#incomplete.pop()) {
      next.node.constraints = constraintsOf(this.#scopeOf(next.schema, next.context), next.schema);
    }
    if (this.#unnumbered.length > 0) this.#equal.number(this.#unnumbered);
    this.#unnumbered = [];
  }

  #scopeOf(schema: Schema, context: Context): Scope {
    const { reader, inherited } = context;
    if (reader === undefined) return this.#plainScope;
    const discriminators = this.#discriminators;
    const own = schema.kind === "schema" ? discriminators.unsentNames(schema, reader) : [];
    const unsent = new Set([...inherited, ...own]);
    const contextOf = (part: Schema): Context => {
      // The part does not need to inherit the names that it marks itself.
      const marked = part.kind === "schema" ? discriminators.unsentNames(part, reader) : unsent;
      return { reader, inherited: [...unsent].filter((name) => !marked.has(name)).sort() };
    };
    return {
      ...this.#plainScope,
      unsent,
      nodeOf: (each) => this.#nodeOf(each, { reader, inherited: [] }),
      partOf: (each) => this.#nodeOf(each, contextOf(each)),
      of: (each) => this.#scopeOf(each, contextOf(each)),
    };
  }

  /** Creates the scope for schemas that inherit no unsent names. */
  #newPlainScope(): Scope {
    const nodeOf = (schema: Schema): Node => this.#nodeOf(schema, plain);
    const scope: Scope = {
      anything: this.anything,
      unsent: none,
      formatsAreRules: this.#formatsAreRules,
      selectedTags: (schema) => this.#discriminators.selectedTags(schema),
      branchesOf: (union, keyword) => this.#discriminators.branchesOf(union, keyword),
      tagOf: (union, keyword) => this.#discriminators.tagOf(union, keyword),
      nodeOf,
      partOf: nodeOf,
      testOf: nodeOf,
      of: () => scope,
      ofTest: () => scope,
      make: (constraints, accepts) => this.#make(constraints, accepts),
    };
    return scope;
  }
}
