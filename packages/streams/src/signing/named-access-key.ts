import { isAccessKey } from "./canonical-text.ts";

/**
 * Returns the access key that a request names, for the log. Returns no secret key, even if a client
 * sent one as its access key by mistake.
 */
export function namedAccessKey(rawHeaders: readonly string[]): string | undefined {
  const at = rawHeaders.findIndex(
    (name, index) => index % 2 === 0 && name.toUpperCase() === "PRE-ACCESS-KEY",
  );
  const text = at === -1 ? undefined : rawHeaders[at + 1];
  if (text === undefined || !isAccessKey(text) || /^[0-9a-f]{64}$/i.test(text)) return undefined;
  return text;
}
