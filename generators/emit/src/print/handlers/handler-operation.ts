import type { WantedImport } from "./import-edits.ts";

/** An operation that the handlers must implement. */
export interface HandlerOperation {
  /** The method of the generated interface. */
  readonly name: string;
  /** The summary in the comment above the stub; empty if there is none. */
  readonly doc: string;
  /**
   * Where the operation is, such as `GET /orders`: it stands in the comment above the stub, and tells
   * a renamed operation from a new one.
   */
  readonly address: string;
  /**
   * Parameters with their types; a type `Context` is replaced by the type argument of the
   * interface.
   */
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  /** What a handler returns, such as `Promise<UpdateListingResponse>`. */
  readonly returns: string;
  /**
   * The names in these types, imported if a stub has to write them. A module that starts with `./` is
   * a generated one beside that of the interface, such as `./types.ts`.
   */
  readonly imports: readonly WantedImport[];
  /** Whether a server works without the handler, so that it gets a stub only where its type needs one. */
  readonly isOptional?: boolean;
}
