// Searches for a value that some schemas accept and other schemas reject. If the search finds a value, the
// containment is refuted. If no such value exists, the containment is proved.

import type { JsonValue } from "@specwright/spec-loader";
import type { Constraint, Node } from "../canonical/constraint.ts";
import type { SchemaGraph } from "../canonical/schema-graph.ts";
import { type JsonType, jsonTypeOf, jsonTypes } from "../json/json-type.ts";
import {
  type Branch,
  emptyBranch,
  GrowingBranch,
  type Needed,
  type Split,
  type Step,
  sidedId,
} from "./branch.ts";
import { hasOtherTag } from "./exclusive.ts";
import { mayHaveMember } from "./object-samples.ts";
import { empty, type Finder, type Outcome, unknown } from "./outcome.ts";
import { declaredNames } from "./reserved-names.ts";
import { sampleBranch } from "./sample-branch.ts";
import { takeStep } from "./take-step.ts";

/** Thrown when the search has used all its steps. The answer is then "unknown". */
export class SearchExhausted extends Error {
  override readonly name: string = "SearchExhausted";
  readonly code = "search_exhausted";
}

/** The goal of a search: a value of this type. */
interface Goal {
  readonly type: JsonType;
  /** Reports whether a value is a solution; `undefined` if this cannot be decided. */
  readonly verdict: (value: JsonValue) => boolean | undefined;
  /**
   * The names that the outer schema declares. An open object must not use them, unless its own schema also
   * declares them.
   */
  readonly declaredOutside: ReadonlySet<string>;
}

/** If more splits than this remain, a value is tried before they are all resolved. */
const fewSplits = 8;

/** The maximum depth of nested values. It limits the use of the stack. */
const deepest = 64;

/** A search in the nodes of one graph. It remembers its results. */
export class Search implements Finder {
  readonly graph: SchemaGraph;
  readonly #maxSteps: number;
  #stepsLeft = 0;
  #level = 0;
  /** The index of the outermost active search for which a result assumed that no value exists. */
  #assumed = Number.POSITIVE_INFINITY;
  readonly #active = new Map<string, number>();
  readonly #known = new Map<string, Outcome>();
  /** The searches of the current question that found no answer, with their depth and number of steps. */
  readonly #open = new Set<string>();

  constructor(graph: SchemaGraph, maxSteps: number) {
    this.graph = graph;
    this.#maxSteps = maxSteps;
  }

  /**
   * Searches for a value that `wanted` accepts and `refused` rejects. It uses at most `maxSteps` steps.
   */
  ask(wanted: Node, refused: Node): Outcome {
    this.#stepsLeft = this.#maxSteps;
    this.#level = 0;
    this.#assumed = Number.POSITIVE_INFINITY;
    this.#active.clear();
    this.#open.clear();
    try {
      return this.find([wanted], [refused]);
    } catch (error) {
      // Values that are nested too deep for the stack also end the search.
      if (error instanceof SearchExhausted || error instanceof RangeError) return unknown;
      throw error;
    }
  }

  /**
   * Searches for the value of a property or an item, or for a property name. Only this method nests
   * searches, so that an active search is always for a larger value. A nested search can use half of the
   * remaining steps. So if one property is difficult, steps remain for the others.
   */
  inside(wanted: readonly Node[], refused: readonly Node[]): Outcome {
    if (this.#level >= deepest) return unknown;
    const kept = Math.floor(this.#stepsLeft / 2);
    const [level, assumed, active] = [this.#level, this.#assumed, this.#active.size];
    this.#stepsLeft -= kept;
    this.#level += 1;
    try {
      return this.find(wanted, refused);
    } catch (error) {
      if (!(error instanceof SearchExhausted)) throw error;
      this.#stepsLeft = 0;
      this.#assumed = assumed;
      for (const key of [...this.#active.keys()].slice(active)) {
        this.#active.delete(key);
        this.#open.add(key);
      }
      return unknown;
    } finally {
      this.#level = level;
      this.#stepsLeft += kept;
    }
  }

  /**
   * Searches for a value that all wanted nodes accept and all refused nodes reject. If the same search is
   * already active for a larger value, the result is that no value exists. This is correct because a
   * smallest solution does not contain a smaller solution.
   */
  find(wanted: readonly Node[], refused: readonly Node[]): Outcome {
    this.#count();
    const key = `${idsOf(wanted)}|${idsOf(refused)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#open.has(key)) return unknown;
    const active = this.#active.get(key);
    if (active !== undefined) {
      this.#assumed = Math.min(this.#assumed, active);
      return empty;
    }
    const before = this.#assumed;
    const index = this.#active.size;
    this.#assumed = Number.POSITIVE_INFINITY;
    this.#active.set(key, index);
    const outcome = this.#findInTypes(wanted, refused);
    this.#active.delete(key);
    const isOwn = this.#assumed >= index;
    if (outcome.kind === "unknown") this.#open.add(key);
    else if (isOwn || outcome.kind === "found") this.#known.set(key, outcome);
    this.#assumed = isOwn ? before : Math.min(before, this.#assumed);
    return outcome;
  }

  #findInTypes(wanted: readonly Node[], refused: readonly Node[]): Outcome {
    const steps = [
      ...wanted.map((node): Step => ({ accept: node })),
      ...refused.map((node): Step => ({ refuse: node })),
    ];
    const verdict = (value: JsonValue): boolean | undefined => judgeValue(value, wanted, refused);
    const declaredOutside = declaredNames(refused);
    let result = empty;
    for (const type of jsonTypes) {
      const outcome = this.#resolve({ type, verdict, declaredOutside }, emptyBranch, steps, []);
      if (outcome.kind === "found") return outcome;
      if (outcome.kind === "unknown") result = unknown;
    }
    return result;
  }

  /** Executes all steps. Then tries the alternatives of each split, one after the other. */
  #resolve(goal: Goal, start: Branch, steps: readonly Step[], open: readonly Split[]): Outcome {
    const { type } = goal;
    const todo = [...steps];
    const splits = [...open];
    const branch = new GrowingBranch(start);
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      this.#count();
      const taken = takeStep(type, branch, step);
      if (taken === undefined) return empty;
      if (taken.adds !== undefined) branch.add(taken.adds);
      todo.push(...taken.steps);
      if (taken.split !== undefined) splits.push(taken.split);
    }
    const live = splits
      .filter((each) => splits.length === 1 || !this.#isBrokenAnyway(type, branch, each))
      .map(({ alternatives, refused }) => ({
        alternatives: alternatives.filter((each) => this.#isOpen(type, branch, each)),
        ...(refused && { refused }),
      }));
    live.sort((left, right) => orderOf(left) - orderOf(right));
    const [next, ...others] = live;
    if (next === undefined) return this.#sample(goal, branch);
    if (next.alternatives.length > 1 && sampleBranch(this, type, branch) === undefined)
      return empty;
    if (live.length > fewSplits) {
      // In a large union, a value that the first nodes reject is usually also rejected by the others.
      const early = this.#sample(goal, branch);
      if (early.kind === "found") return early;
    }
    let result = empty;
    for (const alternative of next.alternatives) {
      const outcome = this.#resolve(goal, branch, alternative, others);
      if (outcome.kind === "found") return outcome;
      if (outcome.kind === "unknown") result = unknown;
    }
    return result;
  }

  /**
   * Reports whether a split can be omitted, because the node that it must violate rejects all values of the
   * branch anyway. In a union with tags, this is the case for all branches except one. Only simple
   * constraints are compared: if refused nodes were compared too, two of them could each be omitted because
   * of the other.
   */
  #isBrokenAnyway(type: JsonType, branch: Branch, { refused }: Split): boolean {
    if (refused === undefined) return false;
    if (type === "object" && hasOtherTag(branch, refused)) return true;
    const accepting = new GrowingBranch({ ...branch, refused: new Set() });
    const todo: Step[] = [{ accept: refused }];
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      this.#count();
      const taken = takeStep(type, accepting, step);
      if (taken === undefined) return true;
      if (taken.adds !== undefined) accepting.add(taken.adds);
      todo.push(...taken.steps);
    }
    return sampleBranch(this, type, accepting) === undefined;
  }

  /** Reports whether an alternative can be tried: it does not obviously contradict the branch. */
  #isOpen(type: JsonType, branch: Branch, alternative: readonly Step[]): boolean {
    return alternative.every((step) => {
      const taken = takeStep(type, branch, step);
      if (taken === undefined) return false;
      if (!("need" in step)) {
        if ("fail" in step && isRequiredAnyway(branch, step.fail)) return false;
        if ("accept" in step && type === "object" && hasOtherTag(branch, step.accept)) return false;
        if (taken.split?.alternatives.every((each) => isContradictedBy(branch, each))) return false;
        return taken.steps.every((each) => takeStep(type, branch, each) !== undefined);
      }
      const { need } = step;
      if (isContradicted(branch, need)) return false;
      this.#count();
      return need.kind === "member"
        ? mayHaveMember(this, branch, need)
        : sampleBranch(this, type, { ...branch, needed: [need] }) !== undefined;
    });
  }

  #sample({ type, verdict, declaredOutside }: Goal, branch: Branch): Outcome {
    const [values] = branch.values;
    const isListed = values !== undefined;
    const sample = (each: Branch) => sampleBranch(this, type, each, declaredOutside);
    const first = isListed ? values.filter((value) => jsonTypeOf(value) === type) : sample(branch);
    if (first === undefined) return empty;
    const larger = isListed ? undefined : beyondExcluded(type, branch);
    const samples = larger === undefined ? first : [...first, ...(sample(larger) ?? [])];
    let isDecided = isListed || type === "null" || type === "boolean";
    for (const value of samples) {
      this.#count();
      const judged = verdict(value);
      if (judged === true) return { kind: "found", value };
      if (judged === undefined) isDecided = false;
    }
    return isDecided ? empty : unknown;
  }

  #count(): void {
    this.#stepsLeft -= 1;
    if (this.#stepsLeft < 0) throw new SearchExhausted();
  }
}

/**
 * Returns the sort key of a split. Splits without a choice are first. Then follow splits of accepted nodes,
 * then splits of refused nodes. Once a branch of a union is chosen, most refused nodes reject its values
 * anyway, while each split of a refused node would multiply the branches.
 */
function orderOf({ alternatives, refused }: Split): number {
  const isChoice = alternatives.length > 1;
  return alternatives.length + (isChoice && refused !== undefined ? refusalsLast : 0);
}

const refusalsLast = 1_000_000;

/**
 * Reports whether a step needs a property that contradicts the branch. It does not search for the
 * property's value.
 */
function isContradictedBy(branch: Branch, steps: readonly Step[]): boolean {
  return steps.some((step) => "need" in step && isContradicted(branch, step.need));
}

/** Reports whether a step omits a property that the branch requires. */
function isRequiredAnyway({ accepted }: Branch, failed: Constraint): boolean {
  return (
    failed.kind === "required" &&
    accepted.some((each) => each.kind === "required" && each.name === failed.name)
  );
}

/** Reports whether the same schema must both accept and reject the value of a property. */
function isContradicted({ accepted }: Branch, needed: Needed): boolean {
  if (needed.kind !== "member") return false;
  return accepted.some(
    (each) => each.kind === "members" && each.properties.get(needed.name)?.id === needed.refused.id,
  );
}

/**
 * Returns a branch for arrays or objects that are larger than all excluded ones. Returns `undefined` if no
 * array or object is excluded.
 */
function beyondExcluded(type: JsonType, branch: Branch): Branch | undefined {
  const sizes = branch.excluded
    .filter((value) => jsonTypeOf(value) === type)
    .map((value) => Object.keys(Object(value)).length);
  if (sizes.length === 0 || (type !== "array" && type !== "object")) return undefined;
  const kind = type === "array" ? "minItems" : "minProperties";
  return {
    ...branch,
    accepted: [...branch.accepted, { kind, limit: Math.max(...sizes) + 1 }],
  };
}

function idsOf(nodes: readonly Node[]): string {
  const [first] = nodes;
  if (first === undefined) return "";
  if (nodes.length === 1) return String(sidedId(first));
  const ids = nodes.map(sidedId).sort((left, right) => left - right);
  return ids.filter((id, index) => id !== ids[index - 1]).join();
}

/** Reports whether a value is accepted by all wanted nodes and rejected by all refused nodes. */
function judgeValue(
  value: JsonValue,
  wanted: readonly Node[],
  refused: readonly Node[],
): boolean | undefined {
  const verdicts = [
    ...wanted.map((node) => node.accepts(value)),
    ...refused.map((node) => {
      const verdict = node.accepts(value);
      return verdict === undefined ? undefined : !verdict;
    }),
  ];
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}
