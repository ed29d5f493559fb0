// What a check works with: its own broker where the stimulus can make one, connections that are
// ended for it, and frames that come either from the stimulus or by themselves.

import { addressFrame, nameBroker } from "./address-frame.ts";
import { ConformanceError, demand, fail, notRun } from "./conformance-error.ts";
import { detectLimits } from "./detect-limits.ts";
import { type Frame, isData, seqOf } from "./frame.ts";
import type { FrameWatch } from "./frame-watch.ts";
import { askForLimit, type ConformanceLimits, type LimitName } from "./limits.ts";
import { Line } from "./line.ts";
import { bookSnapshot, type SampleSubject, sampleOf } from "./samples.ts";
import type {
  Account,
  ChannelName,
  JsonObject,
  PublishAction,
  SequencedName,
  Stimulus,
  StimulusAction,
} from "./stimulus.ts";
import { type UpgradeInput, type UpgradeResult, upgrade } from "./upgrade.ts";
import { findOpenMarket } from "./watch-exchange.ts";

/** Is what all checks of a run have in common. */
export interface LabSettings {
  /** The stream address with its version segment. */
  readonly url: string;
  readonly account: Account;
  readonly stimulus: Stimulus;
  readonly limits: ConformanceLimits;
  /** The limits that the kit was told; the others are defaults. */
  readonly told: ReadonlySet<string>;
  /** Markets to subscribe to where the stimulus cannot open one. */
  readonly markets: readonly string[];
  /** The sequenced channels that the rules they share are judged on. */
  readonly channels: readonly SequencedName[];
  /** How long one wait may take. */
  readonly timeoutMs: number;
  readonly watch: FrameWatch;
  /** Whether the key's broker is the only one that trades. */
  readonly soleBroker: boolean;
  /** Things that several checks share, by name. */
  readonly once: Map<string, Promise<unknown>>;
}

/** Is an upgrade that did not lead to a stream. */
export interface Refusal {
  /** The HTTP status, where it was refused with one. */
  readonly status?: number;
  readonly contentType?: string;
  readonly body?: string;
  /** The close code, where it was accepted first. */
  readonly closeCode?: number;
  readonly frames: readonly Frame[];
}

/** Says what to open. */
export interface OpenOptions extends Partial<Omit<UpgradeInput, "path">> {
  /** Query parameters; a list repeats one. Or the query as it goes on the wire. */
  readonly query?: string | Readonly<Record<string, string | number | bigint | readonly string[]>>;
}

let made = 0;

/** Is the laboratory of one check. */
export class Lab {
  readonly url: string;
  readonly limits: ConformanceLimits;
  readonly timeoutMs: number;
  readonly watch: FrameWatch;
  readonly stimulus: Stimulus;
  readonly #settings: LabSettings;
  readonly #lines: Line[] = [];
  #account: Promise<Account> | undefined;

  constructor(settings: LabSettings) {
    this.#settings = settings;
    this.url = settings.url;
    this.limits = settings.limits;
    this.timeoutMs = settings.timeoutMs;
    this.watch = settings.watch;
    this.stimulus = settings.stimulus;
  }

  /** Tells whether the stimulus can do something. */
  can(action: StimulusAction): boolean {
    return this.stimulus[action] !== undefined;
  }

  /** Makes a name that nobody else uses. */
  unique(kind: string): string {
    made += 1;
    return `kit-${kind}-${process.pid.toString(36)}${Date.now().toString(36)}-${made}`;
  }

  /** Gives the account of this check: one of its own, or else the one the kit was given. */
  account(): Promise<Account> {
    this.#account ??= this.can("issueKey")
      ? this.newAccount()
      : Promise.resolve(this.#settings.account);
    return this.#account;
  }

  /** Issues a key, of a broker of its own unless one is named. */
  newAccount(brokerId: string = this.unique("broker")): Promise<Account> {
    const { issueKey } = this.stimulus;
    return issueKey === undefined
      ? notRun("needs issueKey", { kind: "stimulus", actions: ["issueKey"] })
      : issueKey(brokerId);
  }

  /** Shares something among the checks of a run. */
  once<Shared>(name: string, make: () => Promise<Shared>): Promise<Shared> {
    const { once } = this.#settings;
    const known = once.get(name) ?? make();
    once.set(name, known);
    return known as Promise<Shared>;
  }

  /** Opens a channel. Fails the clause when the server does not let it. */
  async open(channel: ChannelName, options: OpenOptions = {}): Promise<Line> {
    const { result, line } = await this.#dial(channel, options);
    if (result.kind === "open" && line !== undefined) return line;
    if (result.kind === "refused") {
      return fail(`the upgrade of ${pathOf(channel, options)} got HTTP ${result.status}`);
    }
    return fail(`no connection to ${pathOf(channel, options)}: ${JSON.stringify(result)}`);
  }

  /**
   * Makes an upgrade that must be refused, before it is accepted or by a close right after it.
   * Fails the clause when the stream is opened and stays open.
   */
  async refusal(channel: ChannelName, options: OpenOptions = {}): Promise<Refusal> {
    const { result, line } = await this.#dial(channel, options);
    if (result.kind === "refused") {
      const { status, contentType, body } = result;
      return { status, contentType, body, frames: [] };
    }
    if (result.kind === "broken" || line === undefined) {
      return fail(`the server broke the connection off: ${JSON.stringify(result)}`);
    }
    // A server that lets someone in who should be out does so at once; waiting long finds no more.
    const closing = await line
      .closed("the close", Math.min(this.timeoutMs, 500))
      .catch(() => undefined);
    demand(closing !== undefined, `the upgrade of ${pathOf(channel, options)} was accepted`);
    return { closeCode: closing.code, frames: line.frames };
  }

  /** Opens a channel, or gives how the server refused. */
  async openOrRefusal(channel: ChannelName, options: OpenOptions = {}): Promise<Line | Refusal> {
    const { result, line } = await this.#dial(channel, options);
    if (result.kind === "open" && line !== undefined) return line;
    if (result.kind !== "refused") {
      return fail(`no connection to ${pathOf(channel, options)}: ${JSON.stringify(result)}`);
    }
    const { status, contentType, body } = result;
    return { status, contentType, body, frames: [] };
  }

  /** Tells whether the kit was told a limit. */
  isTold(name: LimitName): boolean {
    return this.#settings.told.has(name);
  }

  /** Returns a limit: what the kit was told, else what the server shows, else the default. */
  async limitOf(name: LimitName): Promise<number> {
    if (this.isTold(name)) return this.limits[name];
    const shown = await this.once("limits", () => detectLimits(this));
    return shown[name] ?? this.limits[name];
  }

  /**
   * Judges a rule with a number that a server may be set to. Where the kit was not told it, a
   * failure may come of another number, so that the clause is not run and asks for it.
   */
  async underLimit<Seen>(name: LimitName, check: () => Promise<Seen>): Promise<Seen> {
    try {
      return await check();
    } catch (error) {
      const failed = error instanceof ConformanceError && error.code === "clause_failed";
      if (!failed || this.isTold(name)) throw error;
      return notRun(`${error.seen}; ${askForLimit(name)}`, { kind: "limit", limit: name });
    }
  }

  /**
   * Demands what holds where nobody but the key's broker trades. Among others it shows nothing, so
   * that the check is not run and asks.
   */
  demandAlone(condition: boolean, seen: string): asserts condition {
    if (condition) return;
    if (this.can("publish") || this.#settings.soleBroker) fail(seen);
    notRun(`${seen}; that may come of other brokers: say by --sole-broker that there are none`, {
      kind: "sole-broker",
    });
  }

  /** Makes an upgrade that may get anything, and hangs up on what it opens. */
  async attempt(channel: ChannelName): Promise<UpgradeResult> {
    const input = { account: await this.account(), path: pathOf(channel, {}) };
    const result = await upgrade(this.url, input, this.timeoutMs, () => {});
    if (result.kind === "open") result.socket.terminate();
    return result;
  }

  /** Publishes. Ends the check as not run without a stimulus for it. */
  async publish(action: PublishAction): Promise<bigint> {
    if (action.channel === "market-data") return this.#publish(action);
    const { brokerId } = await this.account();
    return this.#publish(addressFrame({ brokerId, ...action }));
  }

  /** Publishes a frame whose filters the server must find values for by itself. */
  async publishWithoutKeys(channel: SequencedName, message: JsonObject): Promise<bigint> {
    const { brokerId } = await this.account();
    return this.#publish({ ...nameBroker({ channel, brokerId, message }), brokerId });
  }

  async #publish(action: PublishAction): Promise<bigint> {
    const { publish } = this.stimulus;
    return publish === undefined
      ? notRun("needs publish", { kind: "stimulus", actions: ["publish"] })
      : publish(action);
  }

  /** Publishes samples one after another; gives their numbers. */
  async publishSamples(
    channel: SequencedName,
    count: number,
    subject: SampleSubject = { market: "kit-market" },
  ): Promise<readonly bigint[]> {
    const seqs: bigint[] = [];
    while (seqs.length < count) {
      seqs.push(await this.publish({ channel, message: sampleOf(channel, subject) }));
    }
    return seqs;
  }

  /**
   * Sees to it that a channel got new data frames, published by the stimulus or watched as they
   * come by themselves; gives their numbers in order.
   */
  async flow(channel: SequencedName, count: number): Promise<readonly bigint[]> {
    if (this.can("publish")) return this.publishSamples(channel, count);
    const witness = await this.open(channel);
    const found = await this.watchFor(witness, count);
    witness.close();
    return found.flatMap((frame) => seqOf(frame) ?? []);
  }

  /** Waits for data frames that come by themselves; the check is not run when they do not. */
  async watchFor(line: Line, count: number): Promise<readonly Frame[]> {
    try {
      return await line.until(`${count} frames`, () => {
        const data = line.frames.filter(isData);
        return data.length >= count ? data : undefined;
      });
    } catch (error) {
      if (!(error instanceof ConformanceError) || line.closing !== undefined) throw error;
      return notRun(`fewer than ${count} frames came on /${line.channel} by themselves`, {
        kind: "wait",
      });
    }
  }

  /**
   * Waits for something that comes by itself where there is no stimulus: a server that has nothing
   * to say breaks no rule, so that the check is not run then.
   */
  async ownOrNotRun<Found>(wait: () => Promise<Found>): Promise<Found> {
    try {
      return await wait();
    } catch (error) {
      if (!(error instanceof ConformanceError) || this.can("publish")) throw error;
      return notRun(`it did not come by itself: ${error.seen}`, { kind: "wait" });
    }
  }

  /** Does the same on each sequenced channel at once; the first failure names its channel. */
  async onEach(check: (channel: SequencedName) => Promise<string>): Promise<string> {
    const seen = await Promise.all(
      this.#settings.channels.map(async (channel) => {
        try {
          return { channel, text: await check(channel), error: undefined };
        } catch (error) {
          return { channel, text: "", error };
        }
      }),
    );
    const failed = seen.filter(({ error }) => error !== undefined);
    const worst =
      failed.find(({ error }) => !(error instanceof ConformanceError)) ??
      failed.find(({ error }) => (error as ConformanceError).code === "clause_failed");
    if (worst?.error instanceof ConformanceError) fail(`/${worst.channel}: ${worst.error.seen}`);
    if (worst !== undefined) throw worst.error;
    const judged = seen.filter(({ error }) => error === undefined);
    const [first] = failed;
    if (judged.length === 0 && first !== undefined) throw first.error;
    const left = failed.map(({ channel }) => `/${channel}`).join(", ");
    return `${judged[0]?.text ?? ""}${left === "" ? "" : ` (not judged on ${left})`}`;
  }

  /** Opens a market of its own with a book, or takes one that the kit was told of, or that is open. */
  async market(): Promise<string> {
    if (!this.can("publish")) {
      const [named] = this.#settings.markets;
      const found = named ?? (await this.once("market", () => findOpenMarket(this)));
      return found ?? notRun("needs publish, or a market by --market", { kind: "market" });
    }
    const market = this.unique("market");
    await this.publish({ channel: "market-data", message: bookSnapshot(market) });
    return market;
  }

  /** Ends all connections. */
  close(): void {
    for (const line of this.#lines) line.close();
  }

  async #dial(channel: ChannelName, options: OpenOptions) {
    const { query, ...rest } = options;
    const account = options.account ?? (await this.account());
    let line: Line | undefined;
    const input = { ...rest, account, path: pathOf(channel, options) };
    const result = await upgrade(this.url, input, this.timeoutMs, (socket) => {
      const { watch, timeoutMs } = this;
      const { brokerId } = account;
      line = new Line(socket, { channel, brokerId, watch, timeoutMs });
      this.#lines.push(line);
    });
    if (result.kind === "open" && line !== undefined) line.headers = result.headers;
    return { result, line };
  }
}

function pathOf(channel: ChannelName, { query = {} }: OpenOptions): string {
  if (typeof query === "string") return `/${channel}${query}`;
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const list = typeof value === "object" ? value : [String(value)];
    return list.map((item) => `${name}=${encodeURIComponent(item)}`);
  });
  return `/${channel}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}
