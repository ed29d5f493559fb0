import type { JsonValue } from "@specwright/spec-loader";
import type {
  ArrayConstraint,
  Constraint,
  Node,
  NumberConstraint,
  ObjectConstraint,
  StringConstraint,
} from "../canonical/constraint.ts";

/** A simple constraint on values of one type. */
export type Literal = NumberConstraint | StringConstraint | ArrayConstraint | ObjectConstraint;

/** A member or an item that a value must have. */
export type Needed =
  /** The property `name`, with a value that `refused` rejects. */
  | { readonly kind: "member"; readonly name: string; readonly refused: Node }
  /**
   * A property that is not in `notNames`, matches `pattern`, and matches none of `notPatterns`. Its value
   * must be rejected by `refused`.
   */
  | {
      readonly kind: "otherMember";
      readonly pattern: string | undefined;
      readonly notNames: readonly string[];
      readonly notPatterns: readonly string[];
      readonly refused: Node;
    }
  /** A property with a name that `refused` rejects. */
  | { readonly kind: "name"; readonly refused: Node }
  /** An item between the indices `from` and `to`, with a value that `refused` rejects. */
  | { readonly kind: "item"; readonly from: number; readonly to: number; readonly refused: Node };

/** One combination of simple constraints that a value must satisfy or violate. It contains no unions. */
export interface Branch {
  /** The values that accepted schemas list. A value must be in each of these lists. */
  readonly values: readonly (readonly JsonValue[])[];
  readonly excluded: readonly JsonValue[];
  readonly accepted: readonly Literal[];
  readonly rejected: readonly Literal[];
  readonly needed: readonly Needed[];
  /** The nodes that must accept the whole value. Each number identifies a node and its side. */
  readonly wanted: ReadonlySet<number>;
  /** The numbers of the nodes that must reject the whole value. */
  readonly refused: ReadonlySet<number>;
  readonly opaque: ReadonlySet<string>;
}

/** A change of a branch, as the result of a step. */
export type Addition =
  | { readonly to: "values" | "excluded"; readonly values: readonly JsonValue[] }
  | { readonly to: "accepted" | "rejected"; readonly literal: Literal }
  | { readonly to: "needed"; readonly need: Needed }
  | { readonly to: "wanted" | "refused"; readonly id: number }
  | { readonly to: "opaque"; readonly text: string };

/**
 * A step that extends a branch: a node must accept or reject the value, a constraint must hold or fail, or
 * a part is needed.
 */
export type Step =
  | { readonly accept: Node }
  | { readonly refuse: Node }
  | { readonly hold: Constraint }
  | { readonly fail: Constraint }
  | { readonly need: Needed };

/** A choice between alternatives. Each alternative is a list of steps. */
export interface Split {
  readonly alternatives: readonly (readonly Step[])[];
  /** The node that rejects the value in every alternative, for different reasons. */
  readonly refused?: Node;
}

/** The branch without constraints. */
export const emptyBranch: Branch = {
  values: [],
  excluded: [],
  accepted: [],
  rejected: [],
  needed: [],
  wanted: new Set(),
  refused: new Set(),
  opaque: new Set(),
};

/**
 * A branch that can be extended. Most branches need many steps, and a copy for each step would be slow.
 */
export class GrowingBranch implements Branch {
  readonly values: (readonly JsonValue[])[];
  readonly excluded: JsonValue[];
  readonly accepted: Literal[];
  readonly rejected: Literal[];
  readonly needed: Needed[];
  // Each set is shared with the original branch, and copied when an item is added.
  wanted: ReadonlySet<number>;
  refused: ReadonlySet<number>;
  opaque: ReadonlySet<string>;
  readonly #own: { wanted?: Set<number>; refused?: Set<number> } = {};

  constructor(start: Branch) {
    this.values = [...start.values];
    this.excluded = [...start.excluded];
    this.accepted = [...start.accepted];
    this.rejected = [...start.rejected];
    this.needed = [...start.needed];
    this.wanted = start.wanted;
    this.refused = start.refused;
    this.opaque = start.opaque;
  }

  add(addition: Addition): void {
    switch (addition.to) {
      case "values":
        this.values.push(addition.values);
        break;
      case "excluded":
        for (const value of addition.values) this.excluded.push(value);
        break;
      case "accepted":
      case "rejected":
        this[addition.to].push(addition.literal);
        break;
      case "needed":
        this.needed.push(addition.need);
        break;
      case "wanted":
      case "refused":
        this[addition.to] = this.#ownIds(addition.to).add(addition.id);
        break;
      case "opaque":
        this.opaque = new Set(this.opaque).add(addition.text);
    }
  }

  #ownIds(of: "wanted" | "refused"): Set<number> {
    const own = this.#own[of] ?? new Set(this[of]);
    this.#own[of] = own;
    return own;
  }
}

/** Returns a number that identifies a node and its side. */
export function sidedId({ id, side }: Pick<Node, "id" | "side">): number {
  return 3 * id + (side === undefined ? 0 : side === "inner" ? 1 : 2);
}

/** Reports whether a node must accept the values of a branch, on either side. */
export function isWanted({ wanted }: Branch, { id }: Node): boolean {
  return wanted.has(3 * id) || wanted.has(3 * id + 1) || wanted.has(3 * id + 2);
}
