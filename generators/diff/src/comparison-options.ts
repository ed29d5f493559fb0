/** Options of a comparison of contracts. */
export interface ComparisonOptions {
  /** The date of the comparison, for `x-sunset`, as `YYYY-MM-DD`. Default: today in UTC. */
  readonly today?: string;
  /**
   * The minimum number of days between a deprecation and its `x-sunset` date, by `x-stability-level`.
   * Default 0: a deprecation needs no date. A missing level means `stable`; `draft` and `alpha` promise
   * nothing.
   */
  readonly deprecationDays?: { readonly stable?: number; readonly beta?: number };
  /**
   * Path prefixes that changed, to compare `/v1/orders` with `/v2/orders`. The first prefix that matches a
   * path applies.
   */
  readonly basePaths?: readonly BasePath[];
}

/** A path prefix of the base, and its replacement in the revision. */
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
