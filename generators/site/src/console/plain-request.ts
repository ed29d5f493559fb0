// The data of a request in a page, for a console without a generated client.

/** A parameter of a request, or a field of a form. */
export interface PlainField {
  readonly name: string;
  readonly type: "string" | "bigint" | "number" | "boolean" | "json" | "object" | "file";
  readonly array?: true;
  readonly required?: true;
  readonly style?: string;
  readonly explode?: boolean;
}

/** A body of one media type. */
export interface PlainMedia {
  readonly kind: "json" | "text" | "bytes" | "form";
  readonly fields?: readonly PlainField[];
}

/** A request as data of a page. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly (PlainField & { readonly in: "path" | "query" | "header" })[];
  /** The security schemes of each alternative. */
  readonly security: readonly (readonly string[])[];
  readonly body?: {
    readonly required: boolean;
    readonly content: readonly (readonly [mediaType: string, media: PlainMedia])[];
  };
}
