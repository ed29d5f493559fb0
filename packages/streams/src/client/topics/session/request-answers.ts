// Applies the server's answers to the topics of the requests.

import { StreamError } from "@specwright/runtime";
import { KIND } from "../reading/frame-kind.ts";
import { textAt } from "../reading/frame-values.ts";
import type { FeedPlan } from "./feed-plan.ts";
import { reportViolation } from "./report-violation.ts";
import type { Pending, Refusal, Requests } from "./requests.ts";
import type { SessionHost } from "./session-host.ts";
import type { Topic } from "./topic.ts";
import { conditionTexts } from "./topic-kind.ts";

/** The parts of the session that `RequestAnswers` uses. */
export interface AnswerLinks {
  /** Called when the server has accepted a subscription. */
  accepted(topic: Topic): void;
  /** Called when the server has answered a request for a topic that the user has closed. */
  cancelled(topic: Topic): void;
  /** Called when the server has ended a subscription. */
  left(topic: Topic): void;
  /** Called when the server refuses to send a snapshot. A new subscription is needed to get one. */
  leave(topic: Topic): void;
  refused(topic: Topic, error: StreamError): void;
  /** Sends the waiting subscriptions. */
  proceed(): void;
}

/** Handles the answers to the requests of a session. */
export class RequestAnswers {
  readonly #plan: FeedPlan;
  readonly #host: SessionHost;
  readonly #requests: Requests;
  readonly #links: AnswerLinks;

  constructor(plan: FeedPlan, host: SessionHost, requests: Requests, links: AnswerLinks) {
    this.#plan = plan;
    this.#host = host;
    this.#requests = requests;
    this.#links = links;
  }

  /** Handles the scanned frame. Returns false if the frame is not an answer. */
  take(message: string): boolean {
    const { acknowledgement, unsubscribed, refusal } = this.#plan.feed.subscription;
    const accepts = acknowledgement?.messages.includes(message) === true;
    const leaves = unsubscribed?.messages.includes(message) === true;
    const refuses = refusal?.messages.includes(message) === true;
    if (!accepts && !leaves && !refuses) return false;
    const id = this.#slotText(this.#plan.replyId);
    const alias = this.#slotText(leaves ? this.#plan.leftAlias : this.#plan.alias);
    const fits = ({ purpose, topics }: Pending): boolean =>
      purpose === "unsubscribe"
        ? (leaves || refuses) && isNamed(topics, alias)
        : accepts || refuses;
    const answer = refuses ? "refused" : "acknowledged";
    // An answer without an id must not be taken for the answer to an earlier, unanswered request.
    const pending =
      this.#requests.find(id, (one) => fits(one) && this.#topicsOfAnswer(one, answer).length > 0) ??
      this.#requests.find(id, fits);
    if (refuses) this.#refused(pending);
    else if (pending !== undefined) this.#accepted(pending);
    else if (id !== undefined && !this.#requests.hasUsed(id)) {
      reportViolation(this.#host, "unrequested", this.#plan.scanner.bytes);
    }
    return true;
  }

  #accepted(pending: Pending): void {
    const topics = this.#topicsOfAnswer(pending, "acknowledged");
    for (const topic of topics) {
      pending.topics.delete(topic);
      if (pending.purpose === "unsubscribe") this.#links.left(topic);
      if (pending.purpose !== "subscribe") continue;
      const { alias } = this.#plan;
      if (alias !== undefined) {
        const text = this.#slotText(alias);
        topic.alias = this.#plan.scanner.kinds[alias] === KIND.number ? readNumber(text) : text;
      }
      if (topic.status === "requested" || topic.isResting) this.#links.accepted(topic);
      else if (topic.status === "closed") this.#links.cancelled(topic);
    }
    this.#refuseRest(pending);
    if (pending.topics.size === 0) this.#requests.settle(pending);
  }

  /**
   * Returns the topics to which an answer applies: those that the answer names, or all topics of the
   * request.
   */
  #topicsOfAnswer({ topics }: Pending, answer: "acknowledged" | "refused"): readonly Topic[] {
    const all = [...topics];
    if (this.#plan.feed.subscription.acknowledgement?.per !== "topic") return all;
    return all.filter(({ kind: { [answer]: conditions }, values }) => {
      if (conditions === undefined) return true;
      const found = conditions.slots.map((slot) => textAt(this.#plan.scanner, slot)).join("\n");
      return found === conditionTexts(conditions, values).join("\n");
    });
  }

  #refused(pending: Pending | undefined): void {
    const { code, text } = this.#plan.refusal;
    const [why, reason] = [code, text].map((slot) => this.#safeText(slot));
    const detail = {
      ...(why !== undefined && { code: why }),
      ...(reason !== undefined && { reason }),
    };
    if (pending === undefined) {
      this.#host.emit({ type: "refused", ...detail });
      return;
    }
    const named = this.#topicsOfAnswer(pending, "refused");
    if (pending.purpose === "subscribe" && named.length > 1) {
      this.#askSeparately(pending, named);
      return;
    }
    if (named.length === 0) pending.refusals.push(detail);
    for (const topic of named) this.#refusedTopic(pending, topic, detail);
    this.#refuseRest(pending);
    if (pending.topics.size === 0) this.#requests.settle(pending);
  }

  /** Requests each topic separately, because the server may have refused all of them because of one. */
  #askSeparately(pending: Pending, topics: readonly Topic[]): void {
    for (const topic of topics) {
      pending.topics.delete(topic);
      if (topic.status === "closed") this.#links.cancelled(topic);
      if (topic.status !== "requested") continue;
      topic.isAlone = true;
      topic.status = "waiting";
    }
    if (pending.topics.size === 0) this.#requests.settle(pending);
    this.#links.proceed();
  }

  /**
   * Refuses the remaining topics of a request once there are as many refusals without a topic as topics.
   */
  #refuseRest(pending: Pending): void {
    const { topics, refusals } = pending;
    if (refusals.length < topics.size) return;
    for (const topic of [...topics]) this.#refusedTopic(pending, topic, refusals.shift() ?? {});
  }

  #refusedTopic(pending: Pending, topic: Topic, refusal: Refusal): void {
    pending.topics.delete(topic);
    // The server accepted an earlier request for this topic, and its answer arrived late.
    if (pending.purpose === "subscribe" && topic.status === "subscribed") return;
    this.#host.emit({ type: "refused", topic: topic.name, ...refusal });
    if (pending.purpose === "unsubscribe") this.#links.left(topic);
    else if (pending.purpose === "snapshot") this.#links.leave(topic);
    else if (topic.status === "closed") this.#links.cancelled(topic);
    else this.#links.refused(topic, refusedError(topic.name, refusal.code, refusal.reason));
  }

  #slotText(slot: number | undefined): string | undefined {
    return slot === undefined ? undefined : textAt(this.#plan.scanner, slot);
  }

  #safeText(slot: number | undefined): string | undefined {
    const text = this.#slotText(slot);
    return text === undefined ? undefined : (this.#host.signer?.redact(text) ?? text);
  }
}

/** Reads a number without losing digits of large integers. */
function readNumber(text: string | undefined): number | bigint {
  const value = Number(text);
  const isLong = !Number.isSafeInteger(value) && /^-?\d+$/.test(text ?? "");
  return isLong ? BigInt(text ?? "") : value;
}

/**
 * Reports whether an answer without an id can apply to the topics: the answer names one of them, or names
 * no topic.
 */
function isNamed(topics: ReadonlySet<Topic>, alias: string | undefined): boolean {
  if (alias === undefined) return true;
  return [...topics].some((topic) => String(topic.alias) === alias);
}

function refusedError(
  topic: string,
  serverCode: string | undefined,
  reason: string | undefined,
): StreamError {
  const why = (reason ?? serverCode)?.replace(/\.$/, "");
  const message = `The server refused the topic ${topic}${why === undefined ? "" : `: ${why}`}.`;
  return new StreamError("topic_refused", message, { serverCode });
}
