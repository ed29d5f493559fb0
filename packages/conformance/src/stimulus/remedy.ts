import type { LimitName } from "./limits.ts";
import type { StimulusAction } from "./stimulus.ts";

/** What would allow a clause to be judged that was not run. */
export type Remedy =
  | { readonly kind: "stimulus"; readonly actions: readonly StimulusAction[] }
  | { readonly kind: "limit"; readonly limit: LimitName }
  | { readonly kind: "market" }
  | { readonly kind: "sole-broker" }
  | { readonly kind: "wait" };
