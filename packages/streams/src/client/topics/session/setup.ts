import { compileTemplate } from "@specwright/runtime";
import type { FeedPlan } from "./feed-plan.ts";
import type { Requests } from "./requests.ts";

/** Sends the requests with which each connection starts. */
export class Setup {
  readonly #plan: FeedPlan;
  readonly #requests: Requests;
  /** The messages for which the session waits before it sends subscriptions. */
  #awaited: string[] = [];

  constructor(plan: FeedPlan, requests: Requests) {
    this.#plan = plan;
    this.#requests = requests;
  }

  /** Whether the server has accepted all these requests, as far as the contract requires it. */
  get isDone(): boolean {
    return this.#awaited.length === 0;
  }

  /** Sends the requests on a new connection. */
  begin(): void {
    const { setup = [] } = this.#plan.feed.subscription;
    this.#awaited = setup.flatMap(({ accepted }) => accepted ?? []);
    for (const { payload, accepted } of setup) {
      const template = compileTemplate(payload);
      const build = (id: string | number): ReturnType<typeof template.fill> =>
        template.fill({ id });
      this.#requests.post(build, { purpose: "setup" }, accepted !== undefined);
    }
  }

  /** Handles a message by which the server accepts a request. Returns false for any other message. */
  take(message: string): boolean {
    const at = this.#awaited.indexOf(message);
    if (at < 0) return false;
    const pending = this.#requests.find(undefined, ({ purpose }) => purpose === "setup");
    if (pending !== undefined) this.#requests.settle(pending);
    this.#awaited.splice(at, 1);
    return true;
  }
}
