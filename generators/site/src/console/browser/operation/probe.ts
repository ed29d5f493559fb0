/** The browser may report a policy violation up to this many milliseconds after the request failed. */
const REPORT_MS = 50;

/**
 * Watches for connections that the content security policy of the page blocks. Returns a function that
 * stops watching. The function resolves with true if a connection to `target` was blocked.
 */
export function watchPolicy(target: string): () => Promise<boolean> {
  let isForbidden = false;
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== "connect-src") return;
    // Some browsers report only the origin of the blocked URL.
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
 * Reports whether a server is reachable. Sends a request whose response the page cannot read. Such a
 * request needs no permission from the server.
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
