// Private topics of a session: the login for which they wait, its renewal, and signed requests.

import { StreamError } from "@specwright/runtime";
import type { FeedSigner } from "../credentials/feed-signer.ts";
import { mergeMembers } from "../credentials/merge-members.ts";
import { textAt } from "../reading/frame-values.ts";
import type { FeedPlan } from "./feed-plan.ts";
import { type PlannedRequest, planSubscriptions } from "./plan-subscriptions.ts";
import { reportViolation } from "./report-violation.ts";
import type { Requests } from "./requests.ts";
import type { SessionHost } from "./session-host.ts";
import type { Topic } from "./topic.ts";

/** The part of the session that private topics use. */
export interface AccessLinks {
  /** Continues with the waiting topics and messages. */
  proceed(): void;
  /** Subscribes to topics with a request. */
  post(request: PlannedRequest): void;
  /** Begins a topic that needs no request. */
  begin(topic: Topic): void;
  /** Ends the given topics, or all private topics. */
  refuse(error: StreamError, topics?: readonly Topic[]): void;
}

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** The shortest time between renewals, even if the server states a shorter lifetime. */
const MIN_RENEWAL_MS = 1_000;

/** The access of a session to private topics. */
export class PrivateAccess {
  readonly #plan: FeedPlan;
  readonly #host: SessionHost;
  readonly #signer: FeedSigner;
  readonly #requests: Requests;
  readonly #links: AccessLinks;
  /** Each connection has a new object, which identifies it. */
  #connection: object = {};
  #login: "out" | "asked" | "in" = "out";
  /** The reason why the server refused the credentials; the client does not try them again. */
  #refusal: StreamError | undefined;
  #failures = 0;
  readonly #signing: Set<Topic> = new Set();
  #cancelRenewal: () => void = () => {};
  #cancelRetry: (() => void) | undefined;

  constructor(
    plan: FeedPlan,
    host: SessionHost,
    signer: FeedSigner,
    requests: Requests,
    links: AccessLinks,
  ) {
    this.#plan = plan;
    this.#host = host;
    this.#signer = signer;
    this.#requests = requests;
    this.#links = links;
  }

  /** Forgets the login; the connection has ended. */
  ended(): void {
    this.#connection = {};
    this.#login = "out";
    this.#signing.clear();
    this.#cancelRenewal();
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  /** Subscribes to waiting private topics, after the login if there is one. */
  subscribe(waiting: readonly Topic[]): void {
    if (waiting.length === 0 || this.#cancelRetry !== undefined) return;
    if (this.#refusal !== undefined) {
      this.#links.refuse(this.#refusal, waiting);
      return;
    }
    if (this.#signer.scheme.place.message !== undefined && this.#login !== "in") {
      if (this.#login === "out") this.#logIn();
      return;
    }
    const topics = waiting.filter((topic) => !this.#signing.has(topic));
    for (const topic of topics) {
      if (topic.kind.subscribe === undefined) this.#links.begin(topic);
    }
    const asked = topics.filter(({ kind }) => kind.subscribe !== undefined);
    for (const request of planSubscriptions(this.#plan.feed, asked)) this.#signRequest(request);
  }

  /** Logs in if the contract requires it. Returns whether the login is done. */
  enter(): boolean {
    if (this.#signer.scheme.place.message === undefined || this.#login === "in") return true;
    if (this.#refusal !== undefined) this.#links.refuse(this.#refusal, []);
    else if (this.#login === "out" && this.#cancelRetry === undefined) this.#logIn();
    return false;
  }

  /**
   * Adds credentials to a request that ends topics, then calls `post` unless the connection has
   * ended.
   */
  unsubscribe(request: PlannedRequest, post: (build: PlannedRequest["build"]) => void): void {
    if (this.#signer.scheme.place.eachUnsubscribe === undefined) {
      post(request.build);
      return;
    }
    this.#during(
      this.#signer.unsubscribe(request.build(0)),
      (members) => post((id) => mergeMembers(request.build(id), members)),
      () => this.#host.reconnect("failed"),
    );
  }

  /** Handles an answer to a login. Returns false for other messages. */
  take(message: string): boolean {
    const { message: login } = this.#signer.scheme.place;
    const accepts = message === login?.accepted;
    if (!accepts && message !== login?.refused) return false;
    const id = this.#slotText(this.#plan.replyId);
    const pending = this.#requests.find(id, ({ purpose }) => purpose === "login");
    if (pending?.purpose !== "login") return false;
    this.#requests.settle(pending);
    if (accepts) this.#entered();
    else this.#refused();
    return true;
  }

  #logIn(): void {
    this.#login = "asked";
    this.#during(
      this.#signer.login(),
      (fill) => this.#postLogin(fill),
      (error) => {
        this.#login = "out";
        this.#failed(error);
      },
    );
  }

  #postLogin(fill: Awaited<ReturnType<FeedSigner["login"]>>): void {
    const isAnswered = this.#signer.scheme.place.message?.accepted !== undefined;
    this.#requests.post(fill, { purpose: "login" }, isAnswered);
    if (!isAnswered) this.#entered();
  }

  #entered(): void {
    this.#failures = 0;
    this.#login = "in";
    this.#scheduleRenewal();
    this.#links.proceed();
  }

  #scheduleRenewal(): void {
    const { renew } = this.#signer.scheme;
    if (renew === undefined) return;
    const seconds = "at" in renew ? Number(this.#slotText(this.#plan.login.lifetime)) : 0;
    if (Number.isNaN(seconds)) {
      reportViolation(this.#host, "answer", this.#plan.scanner.bytes);
      return;
    }
    const delayMs = "at" in renew ? seconds * 1000 - renew.beforeExpiryMs : renew.everyMs;
    this.#renewAfter(Math.max(delayMs, MIN_RENEWAL_MS));
  }

  #renewAfter(delayMs: number): void {
    this.#cancelRenewal();
    this.#cancelRenewal = this.#host.clock.setTimer(delayMs, () => {
      this.#during(
        this.#signer.login(),
        (fill) => this.#postLogin(fill),
        (error) => {
          if (error instanceof StreamError) this.#refuseAll(error);
          else this.#renewAfter(this.#reportFailure(error));
        },
      );
    });
  }

  #refused(): void {
    const [code, text] = [this.#plan.login.code, this.#plan.login.text].map((slot) =>
      this.#safeText(slot),
    );
    const why = text ?? code;
    const message = `The server refused the credentials${why === undefined ? "" : `: ${why}`}.`;
    const { temporary = [] } = this.#signer.scheme.place.message ?? {};
    if (text !== undefined && temporary.some((beginning) => text.startsWith(beginning))) {
      if (this.#login === "in") {
        this.#renewAfter(this.#reportFailure(message));
      } else {
        this.#login = "out";
        this.#failed(message);
      }
      return;
    }
    this.#host.emit({
      type: "refused",
      ...(code !== undefined && { code }),
      ...(text !== undefined && { reason: text }),
    });
    this.#refuseAll(new StreamError("unauthorized", message, { serverCode: code }));
  }

  #refuseAll(error: StreamError): void {
    this.#login = "out";
    this.#refusal = error;
    this.#cancelRenewal();
    this.#links.refuse(error);
  }

  #signRequest(request: PlannedRequest): void {
    if (this.#signer.scheme.place.eachSubscribe === undefined) {
      this.#links.post(request);
      return;
    }
    for (const topic of request.topics) this.#signing.add(topic);
    const markSigned = (): void => {
      for (const topic of request.topics) this.#signing.delete(topic);
    };
    this.#during(
      this.#signer.subscribe(request.build(0)),
      (members) => {
        this.#failures = 0;
        markSigned();
        // The signature covers the whole request.
        if (request.topics.some(({ status }) => status !== "waiting")) this.#links.proceed();
        else {
          const build: PlannedRequest["build"] = (id) => mergeMembers(request.build(id), members);
          this.#links.post({ topics: request.topics, build });
        }
      },
      (error) => {
        markSigned();
        this.#failed(error);
      },
    );
  }

  /** Tries again later, or gives up if a retry cannot help. */
  #failed(error: unknown): void {
    if (error instanceof StreamError) {
      this.#refuseAll(error);
      return;
    }
    if (this.#cancelRetry !== undefined) return;
    this.#cancelRetry = this.#host.clock.setTimer(this.#reportFailure(error), () => {
      this.#cancelRetry = undefined;
      this.#links.proceed();
    });
  }

  #reportFailure(error: unknown): number {
    const retryMs = Math.min(FIRST_DELAY_MS * 2 ** this.#failures, MAX_DELAY_MS);
    this.#failures += 1;
    const message = error instanceof Error ? error.message : String(error);
    const reason = this.#signer.redact(message);
    this.#host.emit({ type: "credentials_failed", reason, retryMs });
    return retryMs;
  }

  /** Continues after a promise, unless the connection has ended in the meantime. */
  #during<Result>(
    promise: Promise<Result>,
    then: (result: Result) => void,
    otherwise: (error: unknown) => void,
  ): void {
    const connection = this.#connection;
    promise.then(
      (result) => {
        if (this.#connection === connection) then(result);
      },
      (error: unknown) => {
        if (this.#connection === connection) otherwise(error);
      },
    );
  }

  #slotText(slot: number | undefined): string | undefined {
    return slot === undefined ? undefined : textAt(this.#plan.scanner, slot);
  }

  #safeText(slot: number | undefined): string | undefined {
    const text = this.#slotText(slot);
    return text === undefined ? undefined : this.#signer.redact(text);
  }
}
