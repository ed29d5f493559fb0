// The conversation of a client with a server about topics, across the connections. It sends requests,
// handles their answers, and passes frames to their topics. The owner of the session provides the socket.

import type { FeedMessages } from "../feed-messages.ts";
import { rewriteFrame } from "../reading/rewrite-frame.ts";
import { askAgain } from "./ask-again.ts";
import type { FeedPlan } from "./feed-plan.ts";
import { FrameCounters } from "./frame-counters.ts";
import { type PlannedRequest, planSubscriptions } from "./plan-subscriptions.ts";
import { PrivateAccess } from "./private-access.ts";
import { reportViolation, type ViolatedRule } from "./report-violation.ts";
import { RequestAnswers } from "./request-answers.ts";
import { type Pending, Requests } from "./requests.ts";
import type { SessionHost } from "./session-host.ts";
import { Setup } from "./setup.ts";
import type { Topic, TopicListener } from "./topic.ts";
import { TopicFrames } from "./topic-frames.ts";
import { TopicKeeper } from "./topic-keeper.ts";
import { TopicLeaving } from "./topic-leaving.ts";
import { createTopic } from "./topic-parameters.ts";
import { TopicRecovery } from "./topic-recovery.ts";
import { TopicRoutes } from "./topic-routes.ts";

/** The states in which the server sends messages of a topic, or has not answered a request about it. */
const OPEN: ReadonlySet<string> = new Set(["subscribed", "requested", "leaving"]);

export class FeedSession {
  readonly #plan: FeedPlan;
  readonly #host: SessionHost;
  /** Whether the server confirms subscriptions. */
  readonly #isAccepted: boolean;
  readonly #requests: Requests;
  readonly #setup: Setup;
  readonly #keeper: TopicKeeper;
  /** Absent without credentials. */
  readonly #access: PrivateAccess | undefined;
  readonly #topics: Set<Topic> = new Set();
  readonly #routes: TopicRoutes;
  readonly #answers: RequestAnswers;
  readonly #counters: FrameCounters;
  readonly #recovery: TopicRecovery;
  readonly #frames: TopicFrames;
  readonly #leaving: TopicLeaving;
  /** The messages that the user sends, if there are any. */
  messages: FeedMessages | undefined;
  #open = false;
  #frameCount = 0;

  constructor(plan: FeedPlan, host: SessionHost) {
    this.#plan = plan;
    this.#host = host;
    this.#isAccepted = plan.feed.subscription.acknowledgement !== undefined;
    this.#requests = new Requests(plan.feed.subscription, {
      clock: host.clock,
      timeoutMs: host.requestTimeoutMs,
      frames: () => this.#frameCount,
      send: (text) => host.send(text),
      onTimeout: (pending) => this.#unanswered(pending),
    });
    this.#setup = new Setup(plan, this.#requests);
    this.#routes = new TopicRoutes(plan);
    this.#answers = new RequestAnswers(plan, host, this.#requests, {
      accepted: (topic) => this.#acceptTopic(topic),
      cancelled: (topic) => this.#leaving.cancel(topic),
      left: (topic) => this.#leaving.left(topic),
      leave: (topic) => this.#leaving.leave(topic),
      refused: (topic, error) => {
        if (topic.tries === 0) return this.#refuseTopic(topic, error);
        // The server may refuse the topic because an earlier request was accepted and its answer was lost.
        topic.tries = 0;
        host.reconnect("unanswered");
      },
      proceed: () => this.#sendSubscriptions(),
    });
    this.#counters = new FrameCounters(plan, (topic) => this.#reportViolation("number", topic));
    this.#keeper = new TopicKeeper(plan, this.#counters, host, {
      request: (topic, template) => {
        this.#requests.post(
          (id) => template.fill({ ...topic.values, id }),
          { purpose: "snapshot", topics: [topic] },
          this.#isAccepted,
        );
      },
      arrived: (topic) => this.#requests.settleSnapshot(topic),
      resubscribe: (topic) => this.#leaving.leave(topic),
    });
    this.#leaving = new TopicLeaving({
      plan,
      host,
      requests: this.#requests,
      routes: this.#routes,
      keeper: this.#keeper,
      access: () => this.#access,
      isOpen: () => this.#open,
      proceed: () => this.#sendSubscriptions(),
    });
    this.#recovery = new TopicRecovery({
      plan,
      host,
      counters: this.#counters,
      keeper: this.#keeper,
      topics: this.#topics,
      leave: (topic) => this.#leaving.leave(topic),
    });
    this.#frames = new TopicFrames({
      plan,
      routes: this.#routes,
      recovery: this.#recovery,
      counters: this.#counters,
      keeper: this.#keeper,
      isOpen: () => this.#open,
      began: (topic) => {
        if (!this.#isAccepted) this.#acceptTopic(topic);
      },
      violation: (rule) => this.#reportViolation(rule),
      failed: (topic, error) => {
        host.emit({ type: "failed", topic: topic.name, error });
        this.#keeper.reload(topic);
      },
    });
    this.#access =
      host.signer &&
      new PrivateAccess(plan, host, host.signer, this.#requests, {
        proceed: () => this.#sendSubscriptions(),
        post: (request) => this.#postSubscription(request),
        begin: (topic) => this.#beginTopic(topic),
        refuse: (error, topics = [...this.#topics].filter((topic) => topic.isPrivate)) => {
          for (const topic of topics) this.#refuseTopic(topic, error);
          this.messages?.reject(error);
        },
      });
  }

  get topics(): ReadonlySet<Topic> {
    return this.#topics;
  }

  get hasOpenTopics(): boolean {
    return [...this.#topics].some(({ status }) => OPEN.has(status));
  }

  /**
   * Reports whether this connection can have a topic: the limit is not reached, and the frames of the topic
   * differ from those of the other topics.
   */
  hasRoom(topic: Topic): boolean {
    const { topicsPerConnection = Number.POSITIVE_INFINITY } =
      this.#plan.feed.subscription.limits ?? {};
    const others = [...this.#topics];
    const asked = others.filter(({ kind }) => kind.subscribe !== undefined);
    if (topic.kind.subscribe !== undefined && asked.length >= topicsPerConnection) return false;
    return !others.some((other) => other.isLike(topic));
  }

  /** Creates a topic. @throws StreamError for the same reasons as `createTopic`. */
  createTopic(
    name: string,
    parameters: Readonly<Record<string, unknown>>,
    listener: TopicListener,
  ): Topic {
    return createTopic(this.#plan.kinds, name, parameters, {
      hooks: this.#host.hooks,
      hasCredentials: this.#access !== undefined,
      schemes: Object.keys(this.#plan.feed.credentials ?? {}),
      listener,
    });
  }

  /** Subscribes to a topic, now or once connected. */
  subscribe(topic: Topic): void {
    this.#topics.add(topic);
    if (this.#keeper.isUnprotected(topic.kind)) {
      this.#host.emit({ type: "unprotected", topic: topic.name });
    }
    this.#sendSubscriptions();
  }

  unsubscribe(topic: Topic): void {
    if (!this.#topics.delete(topic)) return;
    const { status } = topic;
    topic.status = "closed";
    topic.markBook("closed");
    this.#routes.remove(topic);
    topic.cancelWait();
    if (this.#open && (status === "requested" || status === "subscribed")) {
      this.#leaving.close(topic);
    }
    topic.listener.ended?.(undefined);
  }

  close(error: Error | undefined): void {
    this.ended();
    for (const topic of this.#topics) {
      topic.status = "closed";
      topic.markBook("closed");
      topic.listener.ended?.(error);
    }
    this.#topics.clear();
  }

  /** Starts a connection: sends the setup messages, then the subscriptions. */
  opened(): void {
    this.#open = true;
    this.#counters.restart();
    this.#setup.begin();
    this.#sendSubscriptions();
  }

  /** Ends a connection. */
  ended(): void {
    this.#open = false;
    this.#requests.clear();
    this.#access?.ended();
    this.#routes.clear();
    this.#leaving.clear();
    for (const topic of this.#topics) {
      topic.restart();
      topic.makeStale();
      if (topic.status !== "refused") topic.status = "waiting";
    }
  }

  /** Handles a text frame of the server. */
  received(bytes: Uint8Array): void {
    if (!this.#open) return;
    this.#frameCount += 1;
    const { scanner } = this.#plan;
    // Any frame may be a reply to a message of the user, so the fast path cannot be used.
    const usual = this.messages === undefined ? this.#frames.usual : undefined;
    if (usual?.take(bytes) === true) return;
    let frame = bytes;
    if (!scanner.scan(frame)) {
      const rewritten = rewriteFrame(frame);
      if (rewritten === undefined || !scanner.scan(rewritten)) {
        this.#reportViolation("unreadable");
        return;
      }
      frame = rewritten;
    }
    if (usual?.takeScanned(frame) === true) return;
    const message = this.#plan.read();
    const isKnown = message !== this.#plan.unknown;
    const { id } = message;
    // A reply is handled first, so that a gap in the numbers before the frame does not lose the reply.
    const isReply = this.messages?.take(isKnown ? id : undefined, frame);
    if (message.counters.connection.length > 0 && !this.#recovery.ofConnection(message)) return;
    if (!this.#open) return;
    if (!isKnown) {
      if (isReply === undefined) this.#reportViolation("unknown");
      return;
    }
    const { kinds, ends, beats, answers } = message;
    if (ends && this.#recovery.atEnding(id)) return;
    if (beats) this.#answerBeat(id);
    if (isReply === false && kinds.length === 0 && !answers) this.#reportViolation("unrequested");
    const isControl = isReply === true || (answers && this.#takeAnswer(id));
    this.#frames.take(message, frame, isControl);
  }

  /** Sends the waiting messages of the user, once the setup and the login are done. */
  sendMessages(): void {
    if (!this.#open || !this.#setup.isDone || this.messages?.waits !== true) return;
    if (this.#access?.enter() !== false) this.messages.write((write) => this.#requests.line(write));
  }

  #sendSubscriptions(): void {
    this.sendMessages();
    if (!this.#open || !this.#setup.isDone) return;
    const waiting = [...this.#topics].filter(
      ({ status, name, isResting }) =>
        status === "waiting" && !isResting && !this.#leaving.isNamedLater(name),
    );
    const open = waiting.filter((topic) => !topic.isPrivate);
    for (const topic of open) if (topic.kind.subscribe === undefined) this.#beginTopic(topic);
    const asked = open.filter(({ kind }) => kind.subscribe !== undefined);
    for (const request of planSubscriptions(this.#plan.feed, asked)) {
      this.#postSubscription(request);
    }
    this.#access?.subscribe(waiting.filter((topic) => topic.isPrivate));
  }

  #postSubscription({ build, topics }: PlannedRequest): void {
    for (const topic of topics) {
      topic.status = "requested";
      // The lost answer to an earlier request counts as one unanswered try.
      if (this.#leaving.isDoubtful(topic.name)) topic.tries = Math.max(topic.tries, 1);
      this.#routes.add(topic);
    }
    this.#requests.post(build, { purpose: "subscribe", topics }, this.#isAccepted);
  }

  /** Marks a topic as accepted, because it needs no request. */
  #beginTopic(topic: Topic): void {
    topic.status = "requested";
    this.#acceptTopic(topic);
  }

  #acceptTopic(topic: Topic): void {
    if (topic.status !== "requested" && !topic.isResting) return;
    if (topic.isResting) topic.cancelWait();
    topic.isResting = false;
    topic.tries = 0;
    topic.status = "subscribed";
    this.#routes.add(topic);
    this.#keeper.subscribed(topic);
  }

  #unanswered({ purpose, topics, frames }: Pending): void {
    const isLeaving = [...topics].some(({ status }) => status === "leaving");
    if (purpose === "snapshot") for (const topic of topics) this.#leaving.leave(topic);
    else if (purpose === "subscribe") {
      this.#leaving.unanswered(topics);
      askAgain(topics, this.#host, {
        isHeard: this.#frameCount !== frames,
        refuse: (topic, error) => this.#refuseTopic(topic, error),
        proceed: () => this.#sendSubscriptions(),
      });
    } else if (purpose !== "unsubscribe" || isLeaving) this.#host.reconnect("unanswered");
  }

  #answerBeat(message: string): void {
    for (const beat of this.#plan.channel.heartbeats ?? []) {
      if (beat.from !== "server" || beat.message !== message || beat.answer === undefined) continue;
      this.#host.send(JSON.stringify(beat.answer));
    }
  }

  /** Handles an answer to a request. Returns false if the frame is not an answer. */
  #takeAnswer(message: string): boolean {
    if (this.#setup.take(message)) {
      this.#sendSubscriptions();
      return true;
    }
    return this.#access?.take(message) === true || this.#answers.take(message);
  }

  #refuseTopic(topic: Topic, error: Error): void {
    this.#topics.delete(topic);
    this.#routes.remove(topic);
    topic.cancelWait();
    topic.status = "refused";
    topic.markBook("refused");
    topic.listener.ended?.(error);
  }

  #reportViolation(rule: ViolatedRule, topic?: Topic): void {
    reportViolation(this.#host, rule, this.#plan.scanner.bytes, topic);
  }
}
