import { ChangelogError } from "../changelog-error.ts";

/**
 * Returns a URL in its normal form.
 *
 * @throws {ChangelogError} `invalid_url`: it is not an absolute http or https URL.
 */
export function webAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.href;
  throw new ChangelogError(
    "invalid_url",
    `Invalid URL ${JSON.stringify(address)}. Expected an absolute https:// or http:// URL.`,
  );
}

/**
 * Returns the URL of a file or page below the URL `base`. The last segment of `base` counts as a folder,
 * even without a final slash.
 */
export function addressBelow(base: string, path: string): string {
  const start = webAddress(base);
  return webAddress(new URL(path, start.endsWith("/") ? start : `${start}/`).href);
}

/**
 * Returns the URL of a link in a text. Returns `undefined` if the link is neither a web link nor a mail
 * link, or if it is relative and `base` is missing.
 */
export function linkAddress(link: string, base?: string): string | undefined {
  if (!URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  return ["https:", "http:", "mailto:"].includes(url.protocol) ? url.href : undefined;
}
