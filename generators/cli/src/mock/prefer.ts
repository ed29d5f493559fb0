/** What a request prefers (RFC 7240), by the names that Prism gave to it. */
export interface Preference {
  /** The status of the answer. */
  readonly code?: number;
  /** The name of an example. */
  readonly example?: string;
}

/** Reads a `Prefer` header such as `code=404` or `example="no stock"`. */
export function readPrefer(header: string | readonly string[] | undefined): Preference {
  const text = [header ?? ""].flat().join(",");
  const code = /(?:^|[,;\s])code="?([1-5]\d\d)"?(?=[,;\s]|$)/i.exec(text)?.[1];
  const [, quoted, plain] = /(?:^|[,;\s])example=(?:"([^"]*)"|([^",;\s]+))/i.exec(text) ?? [];
  const example = quoted ?? plain;
  return {
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { example }),
  };
}
