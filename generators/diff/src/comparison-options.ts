/** Options of a comparison of contracts. */
export interface ComparisonOptions {
  /** The date of the comparison as `YYYY-MM-DD`, to compare with `x-sunset`. Default: today in UTC. */
  readonly today?: string;
  /**
   * The minimum number of days between a deprecation and its `x-sunset` date, by `x-stability-level`.
   * Default 0: a deprecation needs no date. A missing level means `stable`. The levels `draft` and `alpha`
   * do not require a notice, so they have no number.
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
