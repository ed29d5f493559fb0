/** How to make a clause run that was not run. */
export type Remedy =
  /** Provide a stimulus with these actions. */
  | { readonly kind: "stimulus"; readonly actions: readonly string[] }
  /** Pass the value of a server setting. `limit` is the name of the setting. */
  | { readonly kind: "limit"; readonly limit: string }
  /** Give the kit a message to send. */
  | { readonly kind: "send" }
  /** Observe the server for a longer time. */
  | { readonly kind: "observe" }
  | { readonly kind: "market" }
  | { readonly kind: "sole-broker" }
  | { readonly kind: "wait" };
