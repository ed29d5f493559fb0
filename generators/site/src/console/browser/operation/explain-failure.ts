/** What is known of a call that got no answer. */
export interface FailureFacts {
  /** The address of the page. */
  readonly page: string;
  /** The address that was called. */
  readonly target: string;
  readonly isOnline: boolean;
  /** Whether the browser reported that the policy of the page forbids the connection. */
  readonly isForbidden: boolean;
  /** Whether a request without access to the answer got through afterwards. */
  readonly isReachable: boolean;
}

/** Why a call got no answer: what is certain, and likely causes. */
export interface FailureText {
  readonly headline: string;
  readonly causes: readonly string[];
}

/**
 * Explains why a call got no answer. Browsers tell a page only that it failed, so that causes are
 * found by their signs.
 */
export function explainFailure(facts: FailureFacts): FailureText {
  const page = new URL(facts.page);
  const target = new URL(facts.target);
  if (!facts.isOnline) {
    return { headline: "This device is offline.", causes: [] };
  }
  if (facts.isForbidden) {
    return {
      headline: `The policy of this page does not allow connections to ${target.origin}.`,
      causes: [`The operator of this site has to declare ${target.origin} for this console.`],
    };
  }
  if (page.protocol === "https:" && /^(?:http|ws):$/.test(target.protocol) && !isLocal(target)) {
    return {
      headline: "The browser blocked the call.",
      causes: [
        `This page is loaded over https, and ${target.origin} is not encrypted. Browsers refuse that.`,
      ],
    };
  }
  if (facts.isReachable && page.origin !== target.origin) {
    return {
      headline: `${target.origin} answers, but does not let pages of ${page.origin} read its answers.`,
      causes: [
        `The server has to allow the origin ${page.origin} (CORS: Access-Control-Allow-Origin), and the method and headers of this call.`,
        "The request may have been carried out nevertheless.",
        "The command below is not affected: CORS is a rule of browsers.",
      ],
    };
  }
  return { headline: `There was no answer from ${target.origin}.`, causes: unreachable(target) };
}

function unreachable(target: URL): readonly string[] {
  const causes = ["The server is not running, or a firewall is in between."];
  if (isLocal(target)) {
    causes.push(`${target.hostname} is the computer that your browser runs on.`);
  } else {
    causes.push(`The name ${target.hostname} may be wrong, or known only in another network.`);
  }
  if (/^(?:https|wss):$/.test(target.protocol)) {
    causes.push("The certificate of the server may not be trusted: open its address in a tab.");
  }
  causes.push("An extension of the browser, such as a blocker of ads, may have stopped the call.");
  return causes;
}

function isLocal({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(hostname);
}
