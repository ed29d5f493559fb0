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

/** A member that an object must have, or an item that an array must have. */
export type Needed =
  /** The property with this name; `refused` rejects its value. */
  | { readonly kind: "member"; readonly name: string; readonly refused: Node }
  /** A property with another name, which matches `pattern` and none of `notPatterns`. */
  | {
      readonly kind: "otherMember";
      readonly pattern: string | undefined;
      readonly notNames: readonly string[];
      readonly notPatterns: readonly string[];
      readonly refused: Node;
    }
  /** A property; `refused` rejects its name. */
  | { readonly kind: "name"; readonly refused: Node }
  /** An item from index `from` to `to`; `refused` rejects its value. */
  | { readonly kind: "item"; readonly from: number; readonly to: number; readonly refused: Node };

/** One combination of simple constraints to fulfil and to break, without unions. */
export interface Branch {
  /** The finite sets of values of the accepted schemas. */
  readonly values: readonly (readonly JsonValue[])[];
  readonly excluded: readonly JsonValue[];
  readonly accepted: readonly Literal[];
  readonly rejected: readonly Literal[];
  readonly needed: readonly Needed[];
  /** Nodes that must accept the whole value, by number and side. */
  readonly wanted: ReadonlySet<number>;
  /** Nodes that must reject the whole value, by number. */
  readonly refused: ReadonlySet<number>;
  readonly opaque: ReadonlySet<string>;
}

/** The additions of a step to a branch. */
export type Addition =
  | { readonly to: "values" | "excluded"; readonly values: readonly JsonValue[] }
  | { readonly to: "accepted" | "rejected"; readonly literal: Literal }
  | { readonly to: "needed"; readonly need: Needed }
  | { readonly to: "wanted" | "refused"; readonly id: number }
  | { readonly to: "opaque"; readonly text: string };

/** A step towards a branch: to accept or to break a node or a constraint. */
export type Step =
  | { readonly accept: Node }
  | { readonly refuse: Node }
  | { readonly hold: Constraint }
  | { readonly fail: Constraint }
  | { readonly need: Needed };

/** A choice between alternatives; each is a list of steps. */
export interface Split {
  readonly alternatives: readonly (readonly Step[])[];
  /** The node that all alternatives break, in different ways. */
  readonly refused?: Node;
}

/** The branch without conditions. */
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

/** A mutable copy of a branch: most branches have many steps, and a copy for each step would be slow. */
export class GrowingBranch implements Branch {
  readonly values: (readonly JsonValue[])[];
  readonly excluded: JsonValue[];
  readonly accepted: Literal[];
  readonly rejected: Literal[];
  readonly needed: Needed[];
  // Sets are copied only if something is added to them.
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

/** Returns a number that is unique for each pair of number and side. */
export function sidedId({ id, side }: Pick<Node, "id" | "side">): number {
  return 3 * id + (side === undefined ? 0 : side === "inner" ? 1 : 2);
}

/** Reports whether a branch must match a node, on either side. */
export function isWanted({ wanted }: Branch, { id }: Node): boolean {
  return wanted.has(3 * id) || wanted.has(3 * id + 1) || wanted.has(3 * id + 2);
}
