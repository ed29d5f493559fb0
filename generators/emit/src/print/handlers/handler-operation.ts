import type { WantedImport } from "./import-edits.ts";

/** An operation that the handlers must implement. */
export interface HandlerOperation {
  /** The name of the method in the generated interface. */
  readonly name: string;
  /** The summary for the comment above the stub; it can be empty. */
  readonly doc: string;
  /**
   * The address of the operation, such as `GET /orders`. The comment above a stub contains it. It also
   * shows whether an operation is new or renamed.
   */
  readonly address: string;
  /**
   * The parameters with their types. In the types, `Context` stands for the type argument of the interface.
   */
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  /** The return type of the handler, such as `Promise<UpdateListingResponse>`. */
  readonly returns: string;
  /**
   * The names that the types use. A name is imported if a stub uses it. If the module starts with `./`,
   * such as `./types.ts`, it is generated in the same folder as the interface.
   */
  readonly imports: readonly WantedImport[];
  /**
   * Whether a server works without this handler. If so, a stub is only added if the type of the handlers
   * requires it.
   */
  readonly isOptional?: boolean;
}
