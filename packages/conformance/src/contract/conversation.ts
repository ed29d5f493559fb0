// One connection to the server. It sends the requests of the kit, and judges each received frame.

import { messagesIn } from "@specwright/runtime/transport";
import type { AnswerHeaders, StreamSocket } from "@specwright/streams/client";
import {
  KIND,
  planSubscriptions,
  splitFrame,
  type TopicKind,
} from "@specwright/streams/client/protocol";
import { BookJudge } from "./book-judge.ts";
import { ClientBeats } from "./client-beats.ts";
import type { ConversationEnd, ConversationSettings } from "./conversation-settings.ts";
import { FeedRequests } from "./feed-requests.ts";
import { judgeAlias } from "./judge-alias.ts";
import { judgeClose } from "./judge-close.ts";
import { CounterJudge } from "./judge-counters.ts";
import { frameStart, judgeSchema } from "./judge-schema.ts";
import { ObservedTopic } from "./observed-topic.ts";
import { recogniseFrame, scanFrame } from "./recognise-frame.ts";
import { SilenceWatch } from "./silence-watch.ts";
import type { ChosenTopic } from "./topic-choice.ts";
import { TopicRoutes } from "./topic-routes.ts";

/** The judgement of a frame, or of one item of a frame that was split. */
interface JudgedPart {
  readonly isSound: boolean;
  readonly isAnswer: boolean;
  /** Whether the part is an item of a frame. Items may belong to a topic that is not subscribed. */
  readonly isItem?: true;
  /** The list that the item belongs to, if the item is not the first of a split frame. */
  readonly within?: string | undefined;
}

export class Conversation {
  readonly requests: FeedRequests;
  readonly books: BookJudge;
  readonly topics: ObservedTopic[] = [];
  isOpen = false;
  /** Returns a header of the answer to the upgrade. */
  header: AnswerHeaders = () => undefined;
  /** How many pings were answered. */
  pongs = 0;
  ended: ConversationEnd | undefined;
  /** The time of the last sign of life of the server. */
  heardMs = 0;
  /** The number of frames whose topic is unknown. */
  strays = 0;
  /** The number of frames and items that belonged to a topic. */
  #routed = 0;
  /** The endings that were announced, by their index in the contract. */
  readonly announced: Set<number> = new Set();
  /** The last announcement after which a client must wait or subscribe again. */
  interruption: "wait" | "resubscribe" | undefined;
  readonly #settings: ConversationSettings;
  readonly #counters: CounterJudge;
  readonly #silence: SilenceWatch;
  readonly socket: StreamSocket;
  readonly #routes: TopicRoutes;
  /** The names that the server has given to more than one subscription. */
  readonly #ambiguous: Set<string> = new Set();
  readonly #waiters: Set<() => void> = new Set();
  readonly #beats: ClientBeats;

  constructor(settings: ConversationSettings) {
    this.#settings = settings;
    const { plan, ledger, clock, openSocket, url, headers } = settings;
    this.books = new BookJudge(plan, ledger);
    this.#routes = new TopicRoutes(plan.scanner);
    this.#counters = new CounterJudge(plan, ledger, (key) => this.#ambiguous.has(key));
    this.requests = new FeedRequests({
      ...settings,
      send: (text) => this.send(text),
      accepted: ({ purpose }, topic) => {
        if (purpose === "subscribe") this.#subscribed(topic);
        else if (purpose === "unsubscribe") topic.status = "left";
      },
    });
    this.socket = openSocket(url, headers, {
      opened: (header) => this.#opened(header),
      received: (text, binary) => {
        const frame = text ?? binary ?? new Uint8Array();
        settings.received?.(frame);
        for (const message of messagesIn(plan.channel, frame)) {
          this.#received(message, text === undefined);
        }
      },
      pinged: () => this.#heard(),
      ponged: () => {
        this.pongs += 1;
        this.#wakeWaiting();
      },
      closed: (code, reason) => this.#closed(code, reason),
      refused: (status, body, header) => {
        const contentType = header?.("content-type") ?? "";
        this.#endConversation({ cause: "refused", status, body, contentType });
      },
      failed: (error) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#endConversation({ cause: "unopened", reason });
      },
    });
    this.#beats = new ClientBeats(settings, this);
    this.#silence = new SilenceWatch(plan.channel, {
      clock,
      ledger,
      showsPings: this.socket.showsPings === true,
      tolerance: settings.tolerance ?? { factor: 1.5, ms: 1_000 },
      onDead: () => this.#endConversation({ cause: "silent" }),
    });
  }

  /** The current time of the clock that `heardMs` uses. */
  now(): number {
    return this.#settings.clock.elapsed();
  }

  /** The longest allowed silence of the server in milliseconds; undefined if the contract has no limit. */
  get silenceLimitMs(): number | undefined {
    return this.#silence.limitMs;
  }

  /** Waits for a condition, at most `timeoutMs` and not beyond the end. Resolves with whether it holds. */
  until(test: () => boolean, timeoutMs: number): Promise<boolean> {
    if (test() || this.ended !== undefined) return Promise.resolve(test());
    return new Promise((resolve) => {
      const endWait = (): void => {
        this.#waiters.delete(checkAgain);
        cancel();
        resolve(test());
      };
      const checkAgain = (): void => {
        if (test() || this.ended !== undefined) endWait();
      };
      const cancel = this.#settings.clock.setTimer(timeoutMs, endWait);
      this.#waiters.add(checkAgain);
    });
  }

  /** Waits, but not beyond the end. Resolves with whether the conversation continues. */
  async pause(ms: number): Promise<boolean> {
    await this.until(() => false, ms);
    return this.ended === undefined;
  }

  /** Sends the requests that subscribe to topics. Does not wait for the answers. */
  subscribe(chosen: readonly ChosenTopic[]): ObservedTopic[] {
    const { feed } = this.#settings.plan;
    const added = chosen.map(({ kind, values }) => new ObservedTopic(kind, values));
    this.topics.push(...added);
    for (const observed of added) this.#routes.add(observed);
    for (const { build, topics } of planSubscriptions(
      feed,
      added.map(({ topic }) => topic),
    )) {
      const asked = added.filter(({ topic }) => topics.includes(topic));
      const hasId = asked.some(({ topic }) => topic.kind.subscribe?.names.includes("id") === true);
      this.requests.post(build, { purpose: "subscribe", hasId, topics: asked });
    }
    return added;
  }

  /** Sends a text, or bytes as a binary frame. */
  send(frame: string | Uint8Array): void {
    const isText = typeof frame === "string";
    const bytes = isText ? new TextEncoder().encode(frame) : frame;
    this.socket.send(bytes, !isText).catch(() => {});
  }

  ping(): void {
    this.socket.ping?.();
  }

  cut(): void {
    if (this.ended === undefined) this.#endConversation({ cause: "left" });
    this.socket.terminate();
  }

  /** Ends the conversation from this side. */
  leave(): void {
    if (this.ended !== undefined) return;
    this.socket.close(1000);
    this.#endConversation({ cause: "left" });
  }

  /** Stops judging signs of life. Called when no topic is subscribed any more. */
  expectNothing(): void {
    this.#silence.stop();
  }

  #opened(header: AnswerHeaders | undefined): void {
    this.isOpen = true;
    if (header !== undefined) this.header = header;
    this.#heard();
    this.#beats.start();
    // On a channel without topics, the server sends messages at once.
    if (this.#settings.channel.feed === undefined) this.#silence.start();
    this.#wakeWaiting();
  }

  #heard(): void {
    this.heardMs = this.#settings.clock.elapsed();
    this.#silence.heard();
  }

  #received(bytes: Uint8Array, isBinary: boolean): void {
    if (this.ended !== undefined) return;
    this.#heard();
    this.#judgeFrame(bytes, isBinary);
    this.#wakeWaiting();
  }

  #judgeFrame(bytes: Uint8Array, isBinary: boolean): void {
    const { plan, ledger, takers = [] } = this.#settings;
    const isJson = scanFrame(plan.scanner, bytes);
    if (!isJson && this.#beats.takeText(bytes)) return;
    const message = this.#recognise(bytes, isBinary, isJson);
    if (message === undefined) {
      ledger.fail("messages", `${isJson ? "" : "no JSON: "}${frameStart(bytes)}`);
      this.strays += 1;
      if (isJson) this.#counters.judge(undefined, undefined);
      return;
    }
    ledger.pass("messages");
    const isSound = judgeSchema(this.#settings, message, bytes);
    for (const taker of takers) taker.take(message, bytes, this.header);
    // A frame that is not JSON has no members, so no further rules apply to it.
    if (!isJson) return;
    this.#takeEnding(message);
    this.#beats.take(message);
    this.#silence.take(message, bytes);
    const isAnswer = this.requests.take(message);
    this.#takeData(message, plan.scanner.bytes, { isSound, isAnswer });
  }

  #recognise(bytes: Uint8Array, isBinary: boolean, isJson: boolean): string | undefined {
    const { plan, channel } = this.#settings;
    if (channel.feed !== undefined) return isJson ? plan.recognise() : undefined;
    return recogniseFrame(channel, channel.serverMessages, bytes, isBinary)?.id;
  }

  /** Judges the scanned frame. If its items may belong to different topics, judges each item. */
  #takeData(message: string, bytes: Uint8Array, part: JudgedPart): void {
    const { plan, ledger } = this.#settings;
    const { kinds, lists } = plan.traitsOf(message);
    const list = lists.find(({ second }) => plan.scanner.kinds[second] !== KIND.absent);
    if (list !== undefined) {
      const routed = this.#routed;
      for (const [at, item] of splitFrame(plan.scanner, list.slot).entries()) {
        plan.scanner.scan(item);
        const found = plan.recognise();
        const within = at === 0 ? part.within : list.pointer;
        if (found === undefined) ledger.fail("messages", frameStart(item));
        else this.#takeData(found, item, { ...part, within, isItem: true });
      }
      const isUnrouted = this.#routed === routed && part.isItem !== true && !part.isAnswer;
      if (isUnrouted) this.#unrouted(kinds, bytes);
      return;
    }
    const observed = this.#routes.find(kinds, message);
    const broken = this.#counters.judge(message, observed?.topic, part.within);
    for (const { key, topic } of broken) {
      for (const each of this.topics) {
        const concerns =
          key === undefined ? topic === undefined || topic === each.topic : isNamed(each, key);
        if (concerns) each.lose();
      }
    }
    if (observed !== undefined) {
      this.#routed += 1;
      this.#takeFrame(observed, message, part.isSound);
    } else if (kinds.length > 0 && !part.isAnswer && part.isItem !== true) {
      this.#unrouted(kinds, bytes);
    }
  }

  #takeFrame(observed: ObservedTopic, message: string, isSound: boolean): void {
    const { ledger } = this.#settings;
    if (observed.status === "left") {
      const seen = `a ${message} of ${observed.name}`;
      ledger.fail(`x-subscription.${observed.kind}.unsubscribe`, seen);
      return;
    }
    ledger.pass("x-subscription.topics");
    this.#silence.start();
    this.books.take(observed, message, isSound);
  }

  #subscribed(observed: ObservedTopic): void {
    const { ledger, plan } = this.#settings;
    observed.status = "subscribed";
    ledger.pass("x-subscription.acknowledgement");
    this.#silence.start();
    if (plan.alias === undefined) return;
    observed.topic.alias = this.requests.readAlias();
    const isUnique = judgeAlias(ledger, observed, this.topics);
    if (!isUnique) this.#ambiguous.add(String(observed.topic.alias));
    this.#routes.add(observed);
  }

  /** Judges data of an unknown topic. The topic may be one that the server has not named yet. */
  #unrouted(kinds: readonly TopicKind[], bytes: Uint8Array): void {
    this.strays += 1;
    const maySendTo = ({ topic: { kind, alias } }: ObservedTopic): boolean =>
      kind.usesAlias && alias === undefined && kinds.includes(kind);
    if (this.topics.some(maySendTo)) return;
    this.#settings.ledger.fail("x-subscription.topics", frameStart(bytes));
  }

  #takeEnding(message: string): void {
    const { endings, scanner, channel } = this.#settings.plan;
    for (const { message: name, test, at } of endings) {
      if (name !== message || !test(scanner)) continue;
      this.announced.add(at);
      const reaction = channel.endings?.messages?.[at]?.client;
      // The contract does not describe the server's behaviour during a pause.
      if (reaction === "wait" || reaction === "resubscribe") {
        for (const topic of this.topics) topic.lose();
        this.#silence.stop();
        this.interruption = reaction;
      }
    }
  }

  #closed(code: number, reason: string): void {
    if (this.ended !== undefined) return;
    judgeClose(this.#settings, this.announced, code, reason);
    this.#endConversation({ cause: "closed", code, reason });
  }

  #endConversation(end: ConversationEnd): void {
    if (this.ended !== undefined) return;
    this.ended = end;
    this.#silence.stop();
    this.#beats.stop();
    this.requests.stop();
    if (end.cause === "silent") this.socket.terminate();
    this.#wakeWaiting();
  }

  #wakeWaiting(): void {
    for (const look of [...this.#waiters]) look();
  }
}

function isNamed({ topic }: ObservedTopic, key: string): boolean {
  return String(topic.alias) === key;
}
