import { ChangelogError } from "../changelog-error.ts";

/**
 * Returns an address in its normal form.
 *
 * @throws {ChangelogError} `invalid_url`: it is not an absolute address on the web.
 */
export function webAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.href;
  throw new ChangelogError(
    "invalid_url",
    `${JSON.stringify(address)} is not an absolute address that starts with https:// or http://.`,
  );
}

/**
 * Returns the address of a file or page below another address, whose last segment is kept whether
 * or not it ends in a slash.
 */
export function addressBelow(base: string, path: string): string {
  const start = webAddress(base);
  return webAddress(new URL(path, start.endsWith("/") ? start : `${start}/`).href);
}

/**
 * Returns the address of a link in a text, or `undefined` if it does not lead to the web. Without a
 * base, relative links lead nowhere.
 */
export function linkAddress(link: string, base?: string): string | undefined {
  if (!URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  return ["https:", "http:", "mailto:"].includes(url.protocol) ? url.href : undefined;
}
