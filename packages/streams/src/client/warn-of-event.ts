import type { StreamEvent } from "@specwright/runtime";
import { warn } from "#platform";

/** What is wrong with frames that break the contract, and what becomes of them. */
const violations: Readonly<Record<Extract<StreamEvent, { type: "violation" }>["rule"], string>> = {
  unreadable: "is not JSON, and is ignored",
  unknown: "is not a message of the contract, and is ignored",
  unrouted: "is about a topic that is not subscribed, and is ignored",
  unrequested: "answers no pending request, and is ignored",
  levels: "lacks levels where x-book has them, or has more; the book is recovered",
  number: "lacks its number, and counts as a gap",
  answer: "is an answer that lacks a member of the contract",
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
      return `nothing in the contract would reveal lost messages of ${event.topic}`;
    case "refused":
      return `the server refused ${event.topic ?? "the credentials"}: ${event.reason ?? event.code ?? ""}`;
    case "unanswered":
      return `the server did not answer the subscription of ${event.topic}; tries: ${event.tries}`;
    case "failed":
      return `your code threw at ${event.topic}, and the feed continues: ${textOfError(event.error)}`;
    case "credentials_failed":
      return `fetching the credentials failed, and is tried again: ${event.reason}`;
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
