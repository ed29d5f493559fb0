import type { Variable } from "./variable-reader.ts";

/**
 * Reads the URL that clients of a service use, and removes trailing slashes. `without` is a path that the
 * service itself adds, such as `/v1`, so the URL must not contain it.
 */
export function publicUrl(
  name: string,
  { without }: { readonly without?: string } = {},
): Variable<string> {
  const end =
    without === undefined ? "" : `, without ${without} at its end, which the service adds`;
  return {
    name,
    want: `an https:// or http:// URL without user, query and fragment${end}`,
    parse(text) {
      const url = URL.parse(text);
      if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
      if (url.username + url.password !== "" || /[?#]/.test(text)) return undefined;
      const path = url.pathname.replace(/\/+$/, "");
      if (without !== undefined && path.endsWith(without)) return undefined;
      return text.replace(/\/+$/, "");
    },
  };
}
