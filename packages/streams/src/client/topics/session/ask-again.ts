import { StreamError } from "@specwright/runtime";
import type { SessionHost } from "./session-host.ts";
import type { Topic } from "./topic.ts";

/** After this number of requests without an answer, the client gives up a topic. */
const MAX_TRIES = 5;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/** The parts of the session that `askAgain` uses. */
export interface UnansweredLinks {
  /** Whether the server has sent any frame since the request. */
  readonly isHeard: boolean;
  refuse(topic: Topic, error: StreamError): void;
  /** Sends the waiting subscriptions. */
  proceed(): void;
}

/**
 * Requests topics again after the server did not answer a request for them. The delay grows with each
 * attempt. Each topic gets its own request, because one of the topics may be the cause. After `MAX_TRIES`
 * attempts, a topic is refused. If the server has sent no frame since the request, the client reconnects
 * instead.
 */
export function askAgain(
  topics: Iterable<Topic>,
  host: SessionHost,
  { isHeard, refuse, proceed }: UnansweredLinks,
): void {
  const unanswered = [...topics].filter(({ status }) => status === "requested");
  for (const topic of unanswered) {
    topic.tries += 1;
    host.emit({ type: "unanswered", topic: topic.name, tries: topic.tries });
  }
  if (!isHeard) {
    host.reconnect("unanswered");
    return;
  }
  for (const topic of unanswered) {
    if (topic.tries >= MAX_TRIES) {
      const seconds = host.requestTimeoutMs / 1_000;
      const message = `The server did not answer the subscription of ${topic.name} in ${seconds} s, ${topic.tries} times. Check its parameters, and that the server has this topic.`;
      refuse(topic, new StreamError("topic_unanswered", message));
      continue;
    }
    topic.isAlone = true;
    topic.isResting = true;
    topic.status = "waiting";
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (topic.tries - 1), MAX_DELAY_MS);
    topic.cancelWait();
    topic.cancelWait = host.clock.setTimer(delayMs, () => {
      topic.isResting = false;
      proceed();
    });
  }
}
