import type { JsonValue } from "@specwright/spec-loader";
import type {
  ArrayConstraint,
  Constraint,
  Node,
  NumberConstraint,
  ObjectConstraint,
  StringConstraint,
} from "../canonical/constraint.ts";

/** A constraint on values of one type, which combines no others. */
export type Literal = NumberConstraint | StringConstraint | ArrayConstraint | ObjectConstraint;

/** A member that an object must have, or an item that an array must have. */
export type Needed =
  /** The member of this name, whose value `refused` rejects. */
  | { readonly kind: "member"; readonly name: string; readonly refused: Node }
  /** A member with another name, matched by `pattern` and by none of `notPatterns`. */
  | {
      readonly kind: "otherMember";
      readonly pattern: string | undefined;
      readonly notNames: readonly string[];
      readonly notPatterns: readonly string[];
      readonly refused: Node;
    }
  /** A member whose name `refused` rejects. */
  | { readonly kind: "name"; readonly refused: Node }
  /** An item at `from` or later, up to `to`, whose value `refused` rejects. */
  | { readonly kind: "item"; readonly from: number; readonly to: number; readonly refused: Node };

/** One way to fulfil and to break schemas: what remains once all combinations are resolved. */
export interface Branch {
  /** The finite sets of values of the accepted schemas. */
  readonly values: readonly (readonly JsonValue[])[];
  readonly excluded: readonly JsonValue[];
  readonly accepted: readonly Literal[];
  readonly rejected: readonly Literal[];
  readonly needed: readonly Needed[];
  /** Nodes whose values are accepted as a whole, by number and side. */
  readonly wanted: ReadonlySet<number>;
  /** Nodes whose values are rejected as a whole, by number. */
  readonly refused: ReadonlySet<number>;
  readonly opaque: ReadonlySet<string>;
}

/** What a step adds to a branch. */
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

/** Alternatives of which one must be taken; each is a list of steps. */
export interface Split {
  readonly alternatives: readonly (readonly Step[])[];
  /** The node that all alternatives break, in different ways. */
  readonly refused?: Node;
}

/** The branch without any condition. */
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

/** A copy of a branch that grows step by step; steps are many, so that nothing is copied for one. */
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

/** Returns a number that is the same for nodes of one number and one side only. */
export function sidedId({ id, side }: Pick<Node, "id" | "side">): number {
  return 3 * id + (side === undefined ? 0 : side === "inner" ? 1 : 2);
}

/** Reports whether a branch wants a node, whatever its side. */
export function isWanted({ wanted }: Branch, { id }: Node): boolean {
  return wanted.has(3 * id) || wanted.has(3 * id + 1) || wanted.has(3 * id + 2);
}
