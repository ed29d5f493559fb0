/** A document that a publisher sent. */
export interface SentDocument {
  /** The path of the document. It is one of `files`. */
  readonly path: string;
  /** All files, including the document. Each path occurs once. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** The format that the publisher of the document claims; null if none. */
  readonly format: "openapi" | "asyncapi" | null;
}
