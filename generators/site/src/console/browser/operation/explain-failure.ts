/** The known facts about a call that got no response. */
export interface FailureFacts {
  /** The URL of the page. */
  readonly page: string;
  /** The URL that the call requested. */
  readonly target: string;
  readonly isOnline: boolean;
  /** Whether the content security policy of the page forbids the connection. */
  readonly isForbidden: boolean;
  /** Whether a second request, whose response the page could not read, succeeded. */
  readonly isReachable: boolean;
}

/** An explanation of a call without a response: a headline and likely causes. */
export interface FailureText {
  readonly headline: string;
  readonly causes: readonly string[];
}

/**
 * Explains why a call got no response. Browsers do not report the cause of a failure, so the likely causes
 * are derived from other facts.
 */
export function explainFailure(facts: FailureFacts): FailureText {
  const page = new URL(facts.page);
  const target = new URL(facts.target);
  if (!facts.isOnline) {
    return { headline: "This device is offline.", causes: [] };
  }
  if (facts.isForbidden) {
    return {
      headline: `The content security policy of this page does not allow connections to ${target.origin}.`,
      causes: [
        `The operator of this site must declare ${target.origin} as the server of this console.`,
      ],
    };
  }
  if (page.protocol === "https:" && /^(?:http|ws):$/.test(target.protocol) && !isLocal(target)) {
    return {
      headline: "The browser blocked the call.",
      causes: [
        `This page was loaded over https, but ${target.origin} is not encrypted. Browsers block such calls.`,
      ],
    };
  }
  if (facts.isReachable && page.origin !== target.origin) {
    return {
      headline: `${target.origin} is reachable, but does not let pages of ${page.origin} read its responses.`,
      causes: [
        `The server must allow the origin ${page.origin} (CORS: Access-Control-Allow-Origin), and the method and headers of this call.`,
        "The server may still have executed the request.",
        "The command below still works: only browsers enforce CORS.",
      ],
    };
  }
  return { headline: `${target.origin} did not respond.`, causes: unreachableCauses(target) };
}

function unreachableCauses(target: URL): readonly string[] {
  const causes = ["The server may be down, or a firewall blocks the connection."];
  if (isLocal(target)) {
    causes.push(`${target.hostname} is your own computer.`);
  } else {
    causes.push(`The host name ${target.hostname} may be wrong, or known only in another network.`);
  }
  if (/^(?:https|wss):$/.test(target.protocol)) {
    causes.push(
      "The browser may not trust the certificate of the server. Open its URL in a tab to check.",
    );
  }
  causes.push("A browser extension, such as an ad blocker, may have blocked the call.");
  return causes;
}

function isLocal({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(hostname);
}
