// Selects operations by the filters of a configuration, and finds filter values that match nothing.

import { nearestName, type OperationFacts } from "@specwright/spec-loader";

/**
 * Selects operations by their properties. For each member that is set, an operation must match one of the
 * values of the member. In a value, `*` matches any text without a slash, and `**` matches any text.
 */
export interface OperationSelector {
  /** The tags of operations and channels. */
  readonly tags?: readonly string[];
  /** The paths of operations, the addresses of channels and the names of webhooks. */
  readonly paths?: readonly string[];
  /**
   * The ids of operations and channels. The id of an operation without `operationId` is its method and path
   * (`get /users`).
   */
  readonly ids?: readonly string[];
  /** Whether the operation, or its channel, is deprecated. */
  readonly deprecated?: boolean;
}

/** The operations of a document to select. */
export interface OperationFilters {
  /** Selects only operations that match every member. Default: all. */
  readonly include?: OperationSelector;
  /** Excludes operations that match any member. Default: none. */
  readonly exclude?: OperationSelector;
}

/** The members of a selector that list values. */
export const selectorLists = ["tags", "paths", "ids"] as const;

/** A filter value that matches no operation. */
export interface UnmatchedValue {
  readonly filter: keyof OperationFilters;
  readonly member: (typeof selectorLists)[number];
  readonly value: string;
  /** The existing value that is most similar. */
  readonly nearest?: string;
}

/** Returns a function that reports whether an operation is selected. */
export function operationTest(filters: OperationFilters): (facts: OperationFacts) => boolean {
  const include = memberTests(filters.include);
  const exclude = memberTests(filters.exclude);
  return (facts) => include.every((has) => has(facts)) && !exclude.some((has) => has(facts));
}

/** Lists the filter values that match no operation. */
export function unmatchedValues(
  filters: OperationFilters,
  all: readonly OperationFacts[],
): readonly UnmatchedValue[] {
  return (["include", "exclude"] as const).flatMap((filter) =>
    selectorLists.flatMap((member) => {
      const known = [...new Set(all.flatMap((facts) => facts[member]))];
      return (filters[filter]?.[member] ?? []).flatMap((value) => {
        if (known.some(globMatcher(value))) return [];
        const nearest = nearestName(value, known);
        return [{ filter, member, value, ...(nearest !== undefined && { nearest }) }];
      });
    }),
  );
}

type FactsTest = (facts: OperationFacts) => boolean;

function memberTests(selector: OperationSelector = {}): readonly FactsTest[] {
  const lists = selectorLists.flatMap((member) => {
    const globs = selector[member]?.map(globMatcher);
    const test: FactsTest = (facts) =>
      facts[member].some((value) => globs?.some((matches) => matches(value)));
    return globs === undefined ? [] : [test];
  });
  const { deprecated } = selector;
  if (deprecated === undefined) return lists;
  return [...lists, (facts) => facts.deprecated === deprecated];
}

/**
 * Returns a function that reports whether a text matches a glob: `*` matches any text without a
 * slash, and `**` any text. Other characters match themselves, including braces.
 */
export function globMatcher(glob: string): (text: string) => boolean {
  const source = glob
    .split(/(\*+)/)
    .map((part) =>
      part.startsWith("**")
        ? "[^]*"
        : part === "*"
          ? "[^/]*"
          : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("");
  const expression = new RegExp(`^${source}$`);
  return (text) => expression.test(text);
}
