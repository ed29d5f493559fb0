/** The content security policy for pages without a console. It allows only files of the site. */
export const sitePolicy: string = consolePolicy([]);

/** Returns the content security policy for a page whose console connects to the given origins. */
export function consolePolicy(servers: readonly string[]): string {
  return [
    "default-src 'none'",
    ...["script-src", "style-src", "img-src", "font-src"].map((each) => `${each} 'self'`),
    ["connect-src", "'self'", ...servers].join(" "),
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}
