// The requests of one connection, and the answers to them.

import { type Clock, stringifyJson, type TemplateValue } from "@specwright/runtime";
import {
  conditionTexts,
  type FeedPlan,
  KIND,
  type RequestId,
  textAt,
} from "@specwright/streams/client/protocol";
import type { ClauseLedger } from "./clause-ledger.ts";
import type { ObservedTopic } from "./observed-topic.ts";

/** The purpose of a request. `wrong`: an invalid request, which the server must refuse. */
export type FeedPurpose = "setup" | "subscribe" | "unsubscribe" | "snapshot" | "wrong";

export interface FeedRequest {
  readonly id: string;
  readonly purpose: FeedPurpose;
  /** Whether the request contains its id. */
  readonly hasId: boolean;
  /** The topics for which no answer has arrived. */
  readonly topics: Set<ObservedTopic>;
  /** The message that accepts a setup request. */
  readonly accepted?: string;
  isAnswered: boolean;
  /** The reason of the refusal; undefined if the request was not refused. */
  refused: string | undefined;
}

/**
 * The difference between the ids of consecutive requests. Because of the gaps, a wrong id in an answer is
 * unlikely to be the id of a different request.
 */
const ID_STEP = 7;

export interface FeedRequestOptions {
  readonly plan: FeedPlan;
  readonly ledger: ClauseLedger;
  readonly clock: Clock;
  readonly send: (text: string) => void;
  /** Called for each topic that an answer accepts. At that time, the scanned frame is the answer. */
  readonly accepted: (request: FeedRequest, topic: ObservedTopic) => void;
}

export class FeedRequests {
  readonly #plan: FeedPlan;
  readonly #ledger: ClauseLedger;
  readonly #options: FeedRequestOptions;
  readonly #sent: FeedRequest[] = [];
  readonly #timers: Set<() => void> = new Set();
  #lastId = 0;
  /** The time from which the next request may be sent. */
  #nextMs = 0;

  constructor(options: FeedRequestOptions) {
    this.#options = options;
    this.#plan = options.plan;
    this.#ledger = options.ledger;
  }

  /** Whether a request to subscribe is still waiting for its answer. */
  get isSubscribing(): boolean {
    if (this.#plan.feed.subscription.acknowledgement === undefined) return false;
    return this.#sent.some(({ purpose, isAnswered }) => purpose === "subscribe" && !isAnswered);
  }

  /** The reason why a request to subscribe was refused; undefined if no request was refused. */
  get refusedSubscription(): string | undefined {
    return this.#sent.find(({ purpose, refused }) => purpose === "subscribe" && refused)?.refused;
  }

  /** Sends a request as soon as the contract's rate limit allows it. */
  post(
    build: (id: RequestId) => TemplateValue,
    about: Pick<FeedRequest, "purpose" | "hasId"> & {
      readonly topics?: readonly ObservedTopic[];
      readonly accepted?: string;
    },
  ): FeedRequest {
    this.#lastId += ID_STEP;
    const { type } = this.#plan.feed.subscription.correlation ?? {};
    const id = type === "string" ? String(this.#lastId) : this.#lastId;
    const request: FeedRequest = {
      ...about,
      id: String(id),
      topics: new Set(about.topics),
      isAnswered: false,
      refused: undefined,
    };
    this.#sent.push(request);
    this.#sendLater(stringifyJson(build(id)));
    return request;
  }

  stop(): void {
    for (const cancel of this.#timers) cancel();
  }

  #sendLater(text: string): void {
    const { clock, send } = this.#options;
    const { requestsPerSecond } = this.#plan.feed.subscription.limits ?? {};
    const now = clock.elapsed();
    const delayMs = Math.max(0, this.#nextMs - now);
    if (requestsPerSecond !== undefined) this.#nextMs = now + delayMs + 1000 / requestsPerSecond;
    if (delayMs === 0) {
      send(text);
      return;
    }
    const cancel = clock.setTimer(delayMs, () => {
      this.#timers.delete(cancel);
      send(text);
    });
    this.#timers.add(cancel);
  }

  /** Handles the scanned frame if it answers a request. Returns false for other frames. */
  take(message: string): boolean {
    const setup = this.#sent.find((one) => !one.isAnswered && one.accepted === message);
    if (setup !== undefined) {
      setup.isAnswered = true;
      return true;
    }
    const { acknowledgement, unsubscribed, refusal } = this.#plan.feed.subscription;
    const accepts = acknowledgement?.messages.includes(message) === true;
    const leaves = unsubscribed?.messages.includes(message) === true;
    const refuses = refusal?.messages.includes(message) === true;
    if (!accepts && !leaves && !refuses) return false;
    const request = this.#requestOf((one) => {
      if (refuses) return true;
      if (one.purpose === "unsubscribe") return leaves && this.#names(one);
      return accepts || one.purpose === "snapshot";
    }, refuses);
    if (request === undefined) return true;
    if (refuses) this.#refuseTopics(request);
    else this.#acceptTopics(request);
    return true;
  }

  /** Finds the request that the scanned frame answers, and judges the id in the frame. */
  #requestOf(fits: (request: FeedRequest) => boolean, mayLackId: boolean): FeedRequest | undefined {
    const { replyId } = this.#plan;
    const id = replyId === undefined ? undefined : textAt(this.#plan.scanner, replyId);
    const open = this.#sent.filter((one) => !one.isAnswered);
    const own = id === undefined ? undefined : open.find((one) => one.id === id && one.hasId);
    const clause = "x-subscription.correlation";
    if (own !== undefined) {
      this.#ledger.pass(clause);
      return own;
    }
    const guess = open.find(fits);
    if (replyId === undefined || guess === undefined || !guess.hasId) return guess;
    if (id !== undefined || !mayLackId) {
      this.#ledger.fail(clause, `${id ?? "no id"} for the request ${guess.id}`);
    }
    return guess;
  }

  /**
   * Reports whether an answer may be about the topics of a request: the answer names one of them, or names
   * no topic.
   */
  #names({ topics }: FeedRequest): boolean {
    const { alias } = this.#plan;
    const name = alias === undefined ? undefined : textAt(this.#plan.scanner, alias);
    return name === undefined || [...topics].some(({ topic }) => String(topic.alias) === name);
  }

  #acceptTopics(request: FeedRequest): void {
    const { scanner, feed } = this.#plan;
    const per = feed.subscription.acknowledgement?.per;
    for (const observed of [...request.topics]) {
      const { acknowledged } = observed.topic.kind;
      if (per === "topic" && acknowledged !== undefined) {
        const found = acknowledged.slots.map((slot) => textAt(scanner, slot)).join("\n");
        if (found !== conditionTexts(acknowledged, observed.topic.values).join("\n")) continue;
      }
      request.topics.delete(observed);
      this.#options.accepted(request, observed);
    }
    if (request.topics.size === 0) request.isAnswered = true;
  }

  #refuseTopics(request: FeedRequest): void {
    const { code, text } = this.#plan.refusal;
    const parts = [code, text].flatMap((slot) =>
      slot === undefined ? [] : (textAt(this.#plan.scanner, slot) ?? []),
    );
    request.refused = parts.join(" ") || "no reason";
    request.isAnswered = true;
  }

  /** Reads the server's name for a topic from the scanned frame. The name is a text or a number. */
  readAlias(): string | number | undefined {
    const { alias, scanner } = this.#plan;
    const text = alias === undefined ? undefined : textAt(scanner, alias);
    if (text === undefined || alias === undefined) return undefined;
    return scanner.kinds[alias] === KIND.number ? Number(text) : text;
  }
}
