import type { WantedImport } from "./import-edits.ts";

/** An operation that the handlers must implement. */
export interface HandlerOperation {
  /** The method of the generated interface. */
  readonly name: string;
  /** The summary for the comment above the stub; can be empty. */
  readonly doc: string;
  /**
   * The address of the operation, such as `GET /orders`. It is in the comment above the stub, and
   * distinguishes a renamed operation from a new one.
   */
  readonly address: string;
  /**
   * The parameters with their types. A type `Context` is replaced by the type argument of the
   * interface.
   */
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  /** The return type of the handler, such as `Promise<UpdateListingResponse>`. */
  readonly returns: string;
  /**
   * The names in these types, which are imported if a stub contains them. A module that starts with
   * `./` is generated beside the interface, such as `./types.ts`.
   */
  readonly imports: readonly WantedImport[];
  /**
   * Whether a server works without the handler. Then it gets a stub only if the type of the
   * handlers requires it.
   */
  readonly isOptional?: boolean;
}
