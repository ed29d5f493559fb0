/** Options of a comparison of contracts. */
export interface ComparisonOptions {
  /** The day from which the dates of `x-sunset` are counted, as `YYYY-MM-DD`; today in UTC unless given. */
  readonly today?: string;
  /**
   * How many days pass at least between the deprecation of a thing and its `x-sunset`, by its
   * `x-stability-level`; 0 unless given, and then a deprecation needs no date. What has no level is
   * stable; `draft` and `alpha` promise nothing.
   */
  readonly deprecationDays?: { readonly stable?: number; readonly beta?: number };
  /**
   * Prefixes of paths that moved, for a comparison of `/v1/orders` with `/v2/orders`. Of several that a path
   * begins with, the first counts.
   */
  readonly basePaths?: readonly BasePath[];
}

/** The prefix of the paths of the base, and what stands in its place in the revision. */
export interface BasePath {
  readonly base: string;
  readonly revision: string;
}

/** The options of a comparison with their defaults. */
export interface ComparisonSettings {
  readonly today: string;
  readonly deprecationDays: { readonly stable: number; readonly beta: number };
  readonly basePaths: readonly BasePath[];
}
