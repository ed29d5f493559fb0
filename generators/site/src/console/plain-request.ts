// Describes the request of an operation in the page. A console without a generated client uses this data.

/** A parameter of a request, or a field of a form. */
export interface PlainField {
  readonly name: string;
  readonly type: "string" | "bigint" | "number" | "boolean" | "json" | "object" | "file";
  readonly array?: true;
  readonly required?: true;
  readonly style?: string;
  readonly explode?: boolean;
}

/** The content of a body in one media type. */
export interface PlainMedia {
  readonly kind: "json" | "text" | "bytes" | "form";
  readonly fields?: readonly PlainField[];
}

/** The description of a request, as JSON in the page. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly (PlainField & { readonly in: "path" | "query" | "header" })[];
  /** The alternatives. Each alternative lists the names of the security schemes that it needs. */
  readonly security: readonly (readonly string[])[];
  readonly body?: {
    readonly required: boolean;
    readonly content: readonly (readonly [mediaType: string, media: PlainMedia])[];
  };
}
