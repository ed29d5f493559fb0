// The conditions under which a value of a type satisfies or violates a constraint.

import { type Constraint, type Node, nodesOf, typeOfConstraint } from "../canonical/constraint.ts";
import { decimalOf } from "../exact/decimal.ts";
import type { JsonType } from "../json/json-type.ts";
import {
  type Addition,
  type Branch,
  isWanted,
  type Needed,
  type Split,
  type Step,
  sidedId,
} from "./branch.ts";
import { overlapsOf, typesOf } from "./exclusive.ts";

/**
 * The result of a step: `undefined` for a contradiction, or a change of the branch, with further steps and
 * splits.
 */
export type Taken =
  | undefined
  | { readonly adds?: Addition; readonly steps: readonly Step[]; readonly split?: Split };

const nothing: Taken = { steps: [] };

/**
 * Caches the steps that make a node accept a value, and the steps that make a node reject a value of a
 * type.
 */
const acceptances = new WeakMap<Node, Taken>();
const refusals: Readonly<Record<JsonType, WeakMap<Node, NonNullable<Taken>>>> = {
  null: new WeakMap(),
  boolean: new WeakMap(),
  number: new WeakMap(),
  string: new WeakMap(),
  array: new WeakMap(),
  object: new WeakMap(),
};

/** Returns the result of a step, for a branch and for values of a type. */
export function takeStep(type: JsonType, branch: Branch, step: Step): Taken {
  if ("accept" in step) return acceptNode(type, branch, step.accept);
  if ("refuse" in step) return refuseNode(type, branch, step.refuse);
  if ("hold" in step) return holdConstraint(type, branch, step.hold);
  if ("fail" in step) return failConstraint(type, branch, step.fail);
  return { adds: { to: "needed", need: step.need }, steps: [] };
}

function acceptNode(type: JsonType, branch: Branch, node: Node): Taken {
  if (branch.refused.has(node.id) || !typesOf(node).has(type)) return undefined;
  const id = sidedId(node);
  if (branch.wanted.has(id)) return nothing;
  const known = acceptances.get(node);
  if (known !== undefined) return known;
  const taken: Taken = {
    adds: { to: "wanted", id },
    steps: node.constraints.map((constraint) => ({ hold: constraint })),
  };
  acceptances.set(node, taken);
  return taken;
}

function refuseNode(type: JsonType, branch: Branch, node: Node): Taken {
  if (isWanted(branch, node)) return undefined;
  if (branch.refused.has(node.id)) return nothing;
  const known = refusals[type].get(node) ?? toRefuse(type, node);
  refusals[type].set(node, known);
  return known;
}

function toRefuse(type: JsonType, node: Node): NonNullable<Taken> {
  const adds: Addition = { to: "refused", id: node.id };
  // The node rejects all values of this type.
  if (!typesOf(node).has(type)) return { adds, steps: [] };
  const relevant = node.constraints.filter((each) => canFail(type, each));
  const alternatives = relevant.flatMap((each): readonly (readonly Step[])[] =>
    each.kind === "allOf" ? each.nodes.map((part) => [{ refuse: part }]) : [[{ fail: each }]],
  );
  return { adds, steps: [], split: { alternatives, refused: node } };
}

function canFail(type: JsonType, constraint: Constraint): boolean {
  if (constraint.kind === "types") return !constraint.types.has(type);
  const own = typeOfConstraint(constraint);
  return own === undefined || own === type;
}

function holdConstraint(type: JsonType, branch: Branch, constraint: Constraint): Taken {
  if (!canFail(type, constraint)) return nothing;
  switch (constraint.kind) {
    case "types":
      return undefined;
    case "values":
      return { adds: { to: "values", values: constraint.values }, steps: [] };
    case "safeInteger":
      return { steps: safeBounds };
    case "opaque":
      return toOpaque(branch, constraint, "holds");
    case "allOf":
      return { steps: constraint.nodes.map((node) => ({ accept: node })) };
    case "anyOf":
      return splitAlternatives(constraint.nodes.map((node) => [{ accept: node }]));
    case "oneOf": {
      const { nodes } = constraint;
      const overlaps = overlapsOf(type, nodes);
      return splitAlternatives(
        nodes.map((node, index): readonly Step[] => [
          { accept: node },
          ...nodes
            .filter((_, at) => overlaps[index]?.includes(at))
            .map((each) => ({ refuse: each })),
        ]),
      );
    }
    case "not":
      return { steps: [{ refuse: constraint.node }] };
    case "if":
      return splitAlternatives([
        [{ accept: constraint.test }, { accept: constraint.pass }],
        [{ refuse: constraint.test }, { accept: constraint.fail }],
      ]);
    case "dependentRequired":
      return splitAlternatives([
        [{ fail: { kind: "required", name: constraint.name } }],
        [{ hold: { ...constraint, kind: "required", name: constraint.needed } }],
      ]);
    case "dependentSchema":
      return splitAlternatives([
        [{ fail: { kind: "required", name: constraint.name } }],
        [{ accept: constraint.node }],
      ]);
    default:
      return { adds: { to: "accepted", literal: constraint }, steps: [] };
  }
}

function failConstraint(type: JsonType, branch: Branch, constraint: Constraint): Taken {
  if (!canFail(type, constraint)) return undefined;
  switch (constraint.kind) {
    case "types":
      return nothing;
    case "safeInteger":
      return undefined;
    case "values":
      return { adds: { to: "excluded", values: constraint.values }, steps: [] };
    case "opaque":
      return toOpaque(branch, constraint, "fails");
    case "allOf":
      return splitAlternatives(constraint.nodes.map((node) => [{ refuse: node }]));
    case "anyOf":
      return { steps: constraint.nodes.map((node) => ({ refuse: node })) };
    case "oneOf":
      return splitAlternatives([
        constraint.nodes.map((node): Step => ({ refuse: node })),
        ...overlappingNodes(type, constraint.nodes).map((pair) =>
          pair.map((node): Step => ({ accept: node })),
        ),
      ]);
    case "not":
      return { steps: [{ accept: constraint.node }] };
    case "if":
      return splitAlternatives([
        [{ accept: constraint.test }, { refuse: constraint.pass }],
        [{ refuse: constraint.test }, { refuse: constraint.fail }],
      ]);
    case "dependentRequired":
      return {
        steps: [
          { hold: { kind: "required", name: constraint.name } },
          { fail: { kind: "required", name: constraint.needed } },
        ],
      };
    case "dependentSchema":
      return {
        steps: [{ hold: { kind: "required", name: constraint.name } }, { refuse: constraint.node }],
      };
    case "members":
    case "items":
    case "propertyNames":
      return splitAlternatives(failingParts(constraint).map((need) => [{ need }]));
    default:
      return { adds: { to: "rejected", literal: constraint }, steps: [] };
  }
}

function failingParts(
  constraint: Extract<Constraint, { kind: "members" | "items" | "propertyNames" }>,
): readonly Needed[] {
  if (constraint.kind === "propertyNames") return [{ kind: "name", refused: constraint.node }];
  if (constraint.kind === "items") {
    const { prefix, rest } = constraint;
    return [
      ...prefix.map((refused, at): Needed => ({ kind: "item", from: at, to: at, refused })),
      { kind: "item", from: prefix.length, to: Number.POSITIVE_INFINITY, refused: rest },
    ];
  }
  const { properties, patterns, additional } = constraint;
  const other = { kind: "otherMember", notNames: [], notPatterns: [] } as const;
  return [
    ...[...properties].map(([name, refused]): Needed => ({ kind: "member", name, refused })),
    ...[...patterns].map(([pattern, refused]): Needed => ({ ...other, pattern, refused })),
    {
      ...other,
      pattern: undefined,
      notNames: [...properties.keys()],
      notPatterns: [...patterns.keys()],
      refused: additional,
    },
  ].filter(({ refused }) => refused.constraints.length > 0);
}

/** Lists the pairs of nodes that may accept the same value. */
function overlappingNodes(type: JsonType, nodes: readonly Node[]): readonly (readonly Node[])[] {
  const overlaps = overlapsOf(type, nodes);
  return nodes.flatMap((left, index) =>
    nodes
      .filter((_, at) => at > index && overlaps[index]?.includes(at))
      .map((right) => [left, right]),
  );
}

const safeBounds: readonly Step[] = [
  { hold: { kind: "lower", bound: decimalOf(Number.MIN_SAFE_INTEGER), exclusive: false } },
  { hold: { kind: "upper", bound: decimalOf(Number.MAX_SAFE_INTEGER), exclusive: false } },
];

function splitAlternatives(alternatives: readonly (readonly Step[])[]): Taken {
  return { steps: [], split: { alternatives } };
}

/**
 * Records that a constraint which cannot be interpreted holds or fails. If it must both hold and fail, this
 * is a contradiction.
 */
function toOpaque(
  branch: Branch,
  constraint: Extract<Constraint, { kind: "opaque" }>,
  verdict: "holds" | "fails",
): Taken {
  const name = `${constraint.key} ${nodesOf(constraint).map(({ id }) => id)}`;
  if (branch.opaque.has(`${verdict === "holds" ? "fails" : "holds"} ${name}`)) return undefined;
  return { adds: { to: "opaque", text: `${verdict} ${name}` }, steps: [] };
}
