/** What browsers may load: files of the site, and nothing else. */
export const sitePolicy: string = consolePolicy([]);

/** The policy of a page whose console connects to servers, by their origins. */
export function consolePolicy(servers: readonly string[]): string {
  return [
    "default-src 'none'",
    ...["script-src", "style-src", "img-src", "font-src"].map((each) => `${each} 'self'`),
    ["connect-src", "'self'", ...servers].join(" "),
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}
