// Where the tools disagree about an operation, who is right, and why.

import type { Verdict } from "./judge.ts";

/** Each is about at least one disagreement. */
export const verdicts: readonly Verdict[] = [];
