/**
 * Returns what a page may load and call: files of this service, and where its interfaces can be
 * tried.
 */
export function pagePolicy(callableOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${["'self'", ...callableOrigins].join(" ")}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
