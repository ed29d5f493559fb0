/**
 * One alternative: every scheme in it must be satisfied, with its scopes. An empty map means "no
 * security".
 */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>;
