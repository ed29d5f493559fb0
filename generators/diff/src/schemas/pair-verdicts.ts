import type { ObjectSchema, Schema } from "@specwright/contract";
import { ClosedAlternatives, unionAlternatives } from "./closed-alternatives.ts";
import type { ContainmentJudge } from "./containment-judge.ts";
import { declaredProperties } from "./declared-properties.ts";
import { type EditJudgement, judgeContainment } from "./judge-edit.ts";
import { excludeOneAnother } from "./likeness.ts";
import { isAboutName } from "./schema-edit.ts";
import type { SchemaPair } from "./schema-pairs.ts";
import { conjunctsOf, viewOf, wrapperOf } from "./schema-view.ts";
import { hasSharedMembers } from "./shared-members.ts";

type Direction = "request" | "response";

/** Decides whether a pair of schemas is safe as a whole. */
export class PairVerdicts {
  readonly #judge: ContainmentJudge;
  readonly #children = new Map<SchemaPair, SchemaPair[]>();
  readonly #inPlace = new Map<SchemaPair, SchemaPair[]>();
  readonly #closed = new ClosedAlternatives();
  readonly #known = {
    request: new Map<SchemaPair, boolean>(),
    response: new Map<SchemaPair, boolean>(),
  };
  /** Caches whether alternatives break readers of their unions. */
  readonly #hidden = {
    request: new Map<SchemaPair, Map<SchemaPair, boolean>>(),
    response: new Map<SchemaPair, Map<SchemaPair, boolean>>(),
  };

  constructor(judge: ContainmentJudge, pairs: readonly SchemaPair[]) {
    this.#judge = judge;
    for (const child of pairs) {
      for (const { pair, inPlace } of child.parents) {
        appendValue(this.#children, pair, child);
        if (inPlace) appendValue(this.#inPlace, pair, child);
      }
    }
  }

  /** Returns the pairs directly inside a pair. */
  childrenOf(pair: SchemaPair): readonly SchemaPair[] {
    return this.#children.get(pair) ?? [];
  }

  /**
   * Reports whether a changed alternative of a union breaks clients, although a different alternative of
   * the union accepts its values. `inner` is a pair inside the alternative.
   */
  isHidden(inner: SchemaPair, union: SchemaPair, direction: Direction): boolean {
    const partners = this.#inPlace.get(union) ?? [];
    const outer = ancestorsOf(inner);
    return partners.some((each) => outer.has(each) && this.#breaks(each, union, direction));
  }

  /**
   * Reports whether clients mistake a new alternative of a union for a known alternative with other
   * properties. This happens if the known alternative is an open object: it accepts the value, but the
   * client does not find its properties.
   */
  isTakenForAnother(union: SchemaPair, alternative: Schema, direction: Direction): boolean {
    const names = declaredProperties(viewOf(alternative));
    const whole = { base: alternative, revision: alternative };
    const pair = this.#closed.of(union, whole, this.#inPlace.get(union) ?? [], direction);
    if (names.size === 0 || pair === undefined) return false;
    if (this.#search(pair, direction).class !== "breaking") return false;
    const side = direction === "request" ? "revision" : "base";
    return !unionAlternatives(viewOf(union[side])).some((each) => {
      const isLike = [...declaredProperties(viewOf(each)).keys()].some((name) => names.has(name));
      const read = { ...whole, [side]: each };
      return isLike && this.#search(read, direction).class === "non-breaking";
    });
  }

  #breaks(alternative: SchemaPair, union: SchemaPair, direction: Direction): boolean {
    const key = this.#hidden[direction];
    const known = key.get(alternative)?.get(union);
    if (known !== undefined) return known;
    const found =
      this.judge(alternative, direction).class !== "non-breaking" &&
      this.#breaksReader(alternative, union, direction);
    key.set(alternative, (key.get(alternative) ?? new Map()).set(union, found));
    return found;
  }

  #breaksReader(alternative: SchemaPair, union: SchemaPair, direction: Direction): boolean {
    const partners = this.#inPlace.get(union) ?? [];
    const pair = this.#closed.of(union, alternative, partners, direction);
    return pair !== undefined && this.#search(pair, direction).class === "breaking";
  }

  /**
   * Judges a pair in a direction. Searches for a counterexample only if the parts of the pair do not
   * decide.
   */
  judge(pair: SchemaPair, direction: Direction): EditJudgement {
    if (this.isSafeByParts(pair, direction))
      return judgeContainment({ verdict: "proved" }, direction);
    return this.#search(pair, direction);
  }

  /**
   * Reports whether a pair is safe because everything inside the pair is safe. False means that the parts
   * do not decide.
   */
  isSafeByParts(pair: SchemaPair, direction: Direction): boolean {
    const visited = new Set<SchemaPair>();
    const isSafe = this.#isSafe(pair, direction, visited);
    // A pair inside itself was assumed to be safe. This assumption holds only if all visited pairs are
    // safe.
    if (isSafe) for (const each of visited) this.#known[direction].set(each, true);
    return isSafe;
  }

  #isSafe(pair: SchemaPair, direction: Direction, visited: Set<SchemaPair>): boolean {
    const known = this.#known[direction].get(pair);
    if (known !== undefined) return known;
    if (visited.has(pair) || pair.areEqual) return true;
    visited.add(pair);
    const isSafe =
      pair.edits.every(({ without }) => without === undefined) && this.#isMonotone(pair, direction)
        ? this.childrenOf(pair).every((child) => this.#isSafe(child, direction, visited))
        : this.#search(pair, direction).class === "non-breaking";
    if (!isSafe) this.#known[direction].set(pair, false);
    return isSafe;
  }

  #search(
    { base, revision }: Pick<SchemaPair, "base" | "revision">,
    direction: Direction,
  ): EditJudgement {
    return judgeContainment(this.#judge.containment(base, revision, direction), direction);
  }

  /** Reports whether safe inner pairs are enough to make a pair without own edits safe. */
  #isMonotone(pair: SchemaPair, direction: Direction): boolean {
    const isWrapped = [pair.base, pair.revision].every(
      // `null` may match both branches of a `oneOf`.
      (each) => wrapperOf(each) !== undefined && each.kind === "schema" && !each.oneOf?.[1],
    );
    if (isWrapped) return true;
    const views = [viewOf(pair.base), viewOf(pair.revision)] as const;
    if (views.some(isContextual)) return false;
    const [base, revision] = views;
    const hasSame = (["anyOf", "oneOf"] as const).every(
      (keyword) => base[keyword]?.length === revision[keyword]?.length,
    );
    if (!hasSame && !isOfOtherKeyword(base, revision)) return false;
    if (base.openEnum !== revision.openEnum || hasTwoLists(base) || hasTwoLists(revision))
      return false;
    if (base.sameSign?.join() !== revision.sameSign?.join()) return false;
    const inPlace = this.#inPlace.get(pair) ?? [];
    const changed = inPlace.filter((each) => !each.areEqual);
    const { oneOf = [] } = revision;
    // After a branch of `oneOf` was widened, a request may match two branches and become invalid.
    if (direction === "request" && oneOf.length > 1 && !excludeOneAnother(oneOf)) {
      if (!changed.every((each) => this.isSafeByParts(each, "response"))) return false;
    }
    // A property that is new in one part may already exist in a different part for the same value. Both
    // schemas then apply to this property, so their effects cannot be judged separately.
    if (views.some(hasSharedMembers)) {
      return !this.childrenOf(pair).some((each) => this.#hasNameEdit(each, this.#children));
    }
    const isComposed = conjunctsOf(revision).length > 0 || revision.properties !== undefined;
    return !isComposed || !changed.some((each) => this.#hasNameEdit(each, this.#inPlace));
  }

  #hasNameEdit(
    pair: SchemaPair,
    inside: ReadonlyMap<SchemaPair, readonly SchemaPair[]>,
    seen: Set<SchemaPair> = new Set(),
  ): boolean {
    if (seen.has(pair) || pair.areEqual) return false;
    seen.add(pair);
    if (pair.edits.some((each) => each.rule.includes("property-") || isAboutName(each)))
      return true;
    return (inside.get(pair) ?? []).some((each) => this.#hasNameEdit(each, inside, seen));
  }
}

/**
 * Reports whether a schema has both `const` and `enum`. The comparison treats them as one list of values.
 */
function hasTwoLists(schema: ObjectSchema): boolean {
  return schema.const !== undefined && schema.enum !== undefined;
}

/**
 * Reports whether `anyOf` became `oneOf`, or the reverse. Both must have the same number of schemas, and no
 * value may match two schemas of the `oneOf`.
 */
function isOfOtherKeyword(base: ObjectSchema, revision: ObjectSchema): boolean {
  return [[base, revision] as const, [revision, base] as const].some(
    ([any, one]) =>
      any.oneOf === undefined &&
      one.anyOf === undefined &&
      any.anyOf?.length === one.oneOf?.length &&
      excludeOneAnother(one.oneOf ?? []),
  );
}

/** Reports whether a schema has a keyword whose effect depends on other schemas around it. */
function isContextual(schema: ObjectSchema): boolean {
  return (
    schema.unevaluatedProperties !== undefined ||
    schema.unevaluatedItems !== undefined ||
    schema.dynamicRef !== undefined
  );
}

function appendValue<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** Returns a pair and all pairs that contain it. */
function ancestorsOf(pair: SchemaPair): ReadonlySet<SchemaPair> {
  const found = new Set([pair]);
  for (const each of found) for (const parent of each.parents) found.add(parent.pair);
  return found;
}
