/** A way to run a clause that was not run. */
export type Remedy =
  /** A stimulus with these actions. */
  | { readonly kind: "stimulus"; readonly actions: readonly string[] }
  /** The value of a setting of the server, by the name of the limit. */
  | { readonly kind: "limit"; readonly limit: string }
  /** A message for the kit to send. */
  | { readonly kind: "send" }
  /** More time to observe the server. */
  | { readonly kind: "observe" }
  | { readonly kind: "market" }
  | { readonly kind: "sole-broker" }
  | { readonly kind: "wait" };
