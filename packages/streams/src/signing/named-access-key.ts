import { isAccessKey } from "./canonical-text.ts";

/**
 * Returns the access key in a request, for the log. If a client has sent its secret key by mistake, returns
 * undefined.
 */
export function namedAccessKey(rawHeaders: readonly string[]): string | undefined {
  const at = rawHeaders.findIndex(
    (name, index) => index % 2 === 0 && name.toUpperCase() === "PRE-ACCESS-KEY",
  );
  const text = at === -1 ? undefined : rawHeaders[at + 1];
  if (text === undefined || !isAccessKey(text) || /^[0-9a-f]{64}$/i.test(text)) return undefined;
  return text;
}
