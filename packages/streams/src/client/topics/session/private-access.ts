// Subscribes to private topics: logs in, renews the login, and signs requests.

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

/** The parts of the session that `PrivateAccess` uses. */
export interface AccessLinks {
  /** Sends the waiting subscriptions and messages. */
  proceed(): void;
  /** Sends a request that subscribes to topics. */
  post(request: PlannedRequest): void;
  /** Marks a topic as accepted, because it needs no request. */
  begin(topic: Topic): void;
  /** Refuses the given topics, or all private topics. */
  refuse(error: StreamError, topics?: readonly Topic[]): void;
}

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** If the server states a shorter lifetime, the login is still renewed only after this time. */
const MIN_RENEWAL_MS = 1_000;

/** The access of a connection to private topics. */
export class PrivateAccess {
  readonly #plan: FeedPlan;
  readonly #host: SessionHost;
  readonly #signer: FeedSigner;
  readonly #requests: Requests;
  readonly #links: AccessLinks;
  /** Identifies the connection: each connection has a new object. */
  #connection: object = {};
  #login: "out" | "asked" | "in" = "out";
  /** The error with which the server refused the credentials. The client does not use them again. */
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

  /** Resets the login, because the connection has ended. */
  ended(): void {
    this.#connection = {};
    this.#login = "out";
    this.#signing.clear();
    this.#cancelRenewal();
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  /** Subscribes to waiting private topics. If the contract has a login, logs in first. */
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

  /** Starts the login if the contract has one. Returns true if the login is done or not needed. */
  enter(): boolean {
    if (this.#signer.scheme.place.message === undefined || this.#login === "in") return true;
    if (this.#refusal !== undefined) this.#links.refuse(this.#refusal, []);
    else if (this.#login === "out" && this.#cancelRetry === undefined) this.#logIn();
    return false;
  }

  /**
   * Adds credentials to a request that ends topics, and passes it to `post`. Does nothing if the connection
   * ends in the meantime.
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

  /** Handles an answer to a login. Returns false if the frame is not such an answer. */
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
        // The signature covers the whole request, so a request with other topics must be signed again.
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

  /** Tries again after a delay. If a retry cannot help, refuses the private topics. */
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

  /** Waits for a promise, and continues unless the connection has ended. */
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
