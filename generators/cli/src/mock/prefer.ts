/**
 * The preferences of a request (RFC 7240) that a mock supports. Their names are those of the mock server
 * Prism.
 */
export interface Preference {
  /** The requested status of the response. */
  readonly code?: number;
  /** The name of the requested example. */
  readonly example?: string;
}

/** The preferences of a request, or the problem of an invalid header. */
export type PreferenceRead =
  | { readonly preference: Preference; readonly problem?: undefined }
  | { readonly preference?: undefined; readonly problem: string };

/** Matches a preference and its value. Parameters of a preference (RFC 7240) are not supported. */
const PREFERENCE = /(?:^|[,;\s])([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^",;\s]*)))?(?=[,;\s]|$)/g;

/**
 * Reads a `Prefer` header such as `code=404` or `example="no stock"`. Ignores other preferences. If a
 * preference is repeated, the first value applies.
 */
export function readPrefer(header: string | readonly string[] | undefined): PreferenceRead {
  const found = new Map<string, string>();
  for (const [, name = "", quoted, plain = ""] of [header ?? ""]
    .flat()
    .join(",")
    .matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted ?? plain);
  }
  const code = found.get("code");
  const example = found.get("example");
  if (code !== undefined && !/^[2-5]\d\d$/.test(code)) {
    const problem = `\`Prefer: code=${code}\` is not a response status. Use a number from 200 to 599, such as 404.`;
    return { problem };
  }
  if (example === "") return { problem: "`Prefer: example=` needs the name of an example." };
  return {
    preference: {
      ...(code !== undefined && { code: Number(code) }),
      ...(example !== undefined && { example }),
    },
  };
}
