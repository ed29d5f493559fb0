/** A document as a publisher sends it. */
export interface SentDocument {
  /** The path of the document among its files. */
  readonly path: string;
  /** The texts of all files, the document among them, each path once. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** The format that the publisher claims, if any. */
  readonly format: "openapi" | "asyncapi" | null;
}
