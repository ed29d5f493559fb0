/** How long the browser's report may come after the failure that it explains. */
const REPORT_MS = 50;

/**
 * Watches for connections that the content security policy of the page forbids. Calling the result ends
 * the watch, and resolves with true if a connection to `target` was forbidden.
 */
export function watchPolicy(target: string): () => Promise<boolean> {
  let isForbidden = false;
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== "connect-src") return;
    // Some browsers report only the origin.
    if (blockedURI.startsWith(new URL(target).origin)) isForbidden = true;
  };
  document.addEventListener("securitypolicyviolation", note);
  return async () => {
    if (!isForbidden) await new Promise((resolve) => setTimeout(resolve, REPORT_MS));
    document.removeEventListener("securitypolicyviolation", note);
    return isForbidden;
  };
}

/**
 * Reports whether a server is reachable. The request has no content and the response cannot be read, so it
 * works without permission of the server.
 */
export async function isReachable(target: string): Promise<boolean> {
  try {
    await fetch(new URL("/", target.replace(/^ws/, "http")), {
      mode: "no-cors",
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.timeout(5_000),
    });
    return true;
  } catch {
    return false;
  }
}
