import type { StreamEvent } from "@specwright/runtime";
import { warn } from "#platform";

/** What is wrong with frames that break the contract, and what becomes of them. */
const violations: Readonly<Record<Extract<StreamEvent, { type: "violation" }>["rule"], string>> = {
  unreadable: "is not JSON, and is left out",
  unknown: "is no message of the contract, and is left out",
  unrouted: "is of no topic that is subscribed, and is left out",
  unrequested: "answers no request that waits for it, and is left out",
  levels: "lacks levels where x-book has them, or has more; the book is recovered",
  number: "lacks the number that x-sequence counts; it is handled like a gap",
  answer: "lacks what the contract says that this answer has; it is asked for again",
};

/** Prints an event that must not go unnoticed: what listens if the user does not. */
export function warnOfEvent(event: StreamEvent): void {
  const text = warningOf(event);
  if (text !== undefined) warn(`${event.channel}: ${text}`);
}

function warningOf(event: StreamEvent): string | undefined {
  switch (event.type) {
    case "unreachable":
      return `no connection in ${event.attempts} attempts; trying again: ${event.reason}`;
    case "resync":
      return `the server does not have what was read (${event.reason}); reading continues at the live tail`;
    case "unprotected":
      return `lost messages of ${event.topic} could not be noticed`;
    case "refused":
      return `the server refused ${event.topic ?? "the credentials"}: ${event.reason ?? event.code ?? ""}`;
    case "unanswered":
      return `the server did not answer the subscription of ${event.topic}; tries: ${event.tries}`;
    case "failed":
      return `your code threw at ${event.topic}, and the feed continues: ${textOfError(event.error)}`;
    case "credentials_failed":
      return `there are no credentials yet: ${event.reason}`;
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
