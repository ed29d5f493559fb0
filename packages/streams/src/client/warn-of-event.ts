import type { StreamEvent } from "@specwright/runtime";
import { warn } from "#platform";

/** Describes each rule that a frame can break, and the consequence. */
const violations: Readonly<Record<Extract<StreamEvent, { type: "violation" }>["rule"], string>> = {
  unreadable: "is not JSON (ignored)",
  unknown: "is not a message of the contract (ignored)",
  unrouted: "is for a topic that is not subscribed (ignored)",
  unrequested: "answers no pending request (ignored)",
  levels: "does not have the levels that x-book describes (the book is loaded again)",
  number: "lacks its number (treated as a gap)",
  answer: "is an answer without a required member",
};

/** Prints events that need attention. The default listener. */
export function warnOfEvent(event: StreamEvent): void {
  const text = eventWarning(event);
  if (text !== undefined) warn(`${event.channel}: ${text}`);
}

function eventWarning(event: StreamEvent): string | undefined {
  switch (event.type) {
    case "unreachable":
      return `no connection after ${event.attempts} attempts: ${event.reason}; retrying`;
    case "resync":
      return `the server cannot resume (${event.reason}); reading continues at the live tail`;
    case "unprotected":
      return `the contract has no means to detect lost messages of ${event.topic}`;
    case "refused":
      return `the server refused ${event.topic ?? "the credentials"}: ${event.reason ?? event.code ?? ""}`;
    case "unanswered":
      return `the server did not answer the subscription of ${event.topic} (attempts: ${event.tries})`;
    case "failed":
      return `your callback for ${event.topic} threw (the feed continues): ${textOfError(event.error)}`;
    case "credentials_failed":
      return `fetching the credentials failed: ${event.reason}; retrying`;
    case "violation": {
      const whose = event.topic === undefined ? "" : ` of ${event.topic}`;
      return `a frame${whose} breaks the contract: it ${violations[event.rule]}: ${event.received}`;
    }
    default:
      return undefined;
  }
}

function textOfError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
