/** The preferences of a request (RFC 7240), with the names that Prism uses. */
export interface Preference {
  /** The status of the answer. */
  readonly code?: number;
  /** The name of an example. */
  readonly example?: string;
}

/** The preferences of a request, or the reason why they are invalid. */
export type PreferenceRead =
  | { readonly preference: Preference; readonly problem?: undefined }
  | { readonly preference?: undefined; readonly problem: string };

/** A preference with its value. Other parts of RFC 7240 have no meaning for a mock. */
const PREFERENCE = /(?:^|[,;\s])([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^",;\s]*)))?(?=[,;\s]|$)/g;

/**
 * Reads a `Prefer` header such as `code=404` or `example="no stock"`. Other preferences are
 * ignored. Of repeated preferences, the first counts.
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
