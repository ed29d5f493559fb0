/** How long a report of the browser may come after the failure that it explains. */
const REPORT_MS = 50;

/**
 * Watches for connections that the policy of the page forbids. The result ends the watch, and
 * resolves with whether one to the address was forbidden.
 */
export function watchPolicy(target: string): () => Promise<boolean> {
  let isForbidden = false;
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== "connect-src") return;
    // Some browsers name the origin alone.
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
 * Reports whether a server answers at all. The request carries nothing and its answer is not
 * readable, so that it works without permission of the server.
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
