// The tools of a check: a separate broker, if the stimulus can create one; connections, which are closed at
// the end; and frames, which the stimulus publishes or the server sends by itself.

import { setTimeout } from "node:timers/promises";
import type { MessageTaker } from "../../contract/conversation-settings.ts";
import type { ResumeSettings } from "../../contract/judge-resume.ts";
import { ConformanceError, demand, failClause, notRun } from "../../report/conformance-error.ts";
import { addressFrame, nameBroker } from "../line/address-frame.ts";
import { createJudge, groupOf, type Ledgers } from "../line/channel-judge.ts";
import { type Frame, isData, seqOf } from "../line/frame.ts";
import { Line, type Refusal } from "../line/line.ts";
import { addressOf, type OpenOptions, signedSocket } from "../line/upgrade.ts";
import { askForLimit, type ConformanceLimits, type LimitName } from "../stimulus/limits.ts";
import { bookSnapshot, type SampleSubject, sampleOf } from "../stimulus/samples.ts";
import type {
  Account,
  ChannelName,
  JsonObject,
  PublishAction,
  SequencedName,
  Stimulus,
  StimulusAction,
} from "../stimulus/stimulus.ts";
import { detectLimits } from "./exceed-limits.ts";
import { findOpenMarket } from "./open-with-history.ts";

/** The state and settings that all checks of a run share. */
export interface CheckContextSettings {
  /** The stream address with its version segment. */
  readonly url: string;
  readonly account: Account;
  readonly stimulus: Stimulus;
  readonly limits: ConformanceLimits;
  /** The names of the limits that were passed to the kit. All other limits have their defaults. */
  readonly givenLimits: ReadonlySet<string>;
  /** Markets to subscribe to if the stimulus cannot open one. */
  readonly markets: readonly string[];
  /** The sequenced channels on which to judge their common rules. */
  readonly channels: readonly SequencedName[];
  /** The maximum duration of one wait. */
  readonly timeoutMs: number;
  /** Every connection that was opened. */
  readonly lines: Line[];
  readonly ledgers: Ledgers;
  /** Whether the broker of the key is the only broker that trades. */
  readonly soleBroker: boolean;
  /** Results that several checks share, by name. */
  readonly once: Map<string, Promise<unknown>>;
}

/** How long a check waits until the server has noticed the ends of earlier connections, in milliseconds. */
const MAX_CROWD_MS = 15_000;

let made = 0;

/** Returns the parameter that selects the frames of a market. */
export function marketFilter(channel: ChannelName): string {
  return channel === "events" ? "market_id" : "market";
}

/** The tools and connections of one check. */
export class CheckContext {
  readonly url: string;
  readonly limits: ConformanceLimits;
  readonly timeoutMs: number;
  readonly stimulus: Stimulus;
  readonly #settings: CheckContextSettings;
  readonly #lines: Line[] = [];
  #account: Promise<Account> | undefined;

  constructor(settings: CheckContextSettings) {
    this.#settings = settings;
    this.url = settings.url;
    this.limits = settings.limits;
    this.timeoutMs = settings.timeoutMs;
    this.stimulus = settings.stimulus;
  }

  /** Reports whether the stimulus offers an action. */
  can(action: StimulusAction): boolean {
    return this.stimulus[action] !== undefined;
  }

  unique(kind: string): string {
    made += 1;
    return `kit-${kind}-${process.pid.toString(36)}${Date.now().toString(36)}-${made}`;
  }

  /** Returns the account of this check: a new one if possible, otherwise the kit's account. */
  account(): Promise<Account> {
    this.#account ??= this.can("issueKey")
      ? this.newAccount()
      : Promise.resolve(this.#settings.account);
    return this.#account;
  }

  /** Issues a key. The key is for a new broker, unless `brokerId` is given. */
  newAccount(brokerId: string = this.unique("broker")): Promise<Account> {
    const { issueKey } = this.stimulus;
    return issueKey === undefined
      ? notRun("needs issueKey", { kind: "stimulus", actions: ["issueKey"] })
      : issueKey(brokerId);
  }

  /** Computes a result only once in a run, and shares it with all checks. */
  once<Shared>(name: string, make: () => Promise<Shared>): Promise<Shared> {
    const { once } = this.#settings;
    const known = once.get(name) ?? make();
    once.set(name, known);
    return known as Promise<Shared>;
  }

  /** The observations for the clauses that follow from the contract. */
  get ledgers(): Ledgers {
    return this.#settings.ledgers;
  }

  /**
   * Makes the clauses of a channel fail, because the channel does not send the frames that it declares.
   * `seen` is the reason.
   */
  failObservation(channel: ChannelName, seen: string): void {
    this.ledgers[groupOf(channel)].fail("messages", `/${channel}: ${seen}`);
  }

  /** The sequenced channels on which to judge their common rules. */
  get channels(): readonly SequencedName[] {
    return this.#settings.channels;
  }

  /** All connections of the run, with the frames that they have received. */
  get allLines(): readonly Line[] {
    return this.#settings.lines;
  }

  /** Opens a channel. Fails the clause if the server refuses. */
  async open(
    channel: ChannelName,
    options: OpenOptions = {},
    takers?: readonly MessageTaker[],
  ): Promise<Line> {
    let line = await this.dial(channel, options, takers);
    // Connections of earlier checks count for the key's limit until the server notices their ends.
    const deadline = Date.now() + Math.min(this.timeoutMs, MAX_CROWD_MS);
    while (line.refusal?.status === 429 && options.account === undefined && Date.now() < deadline) {
      await setTimeout(250);
      line = await this.dial(channel, options, takers);
    }
    if (line.isOpen) return line;
    const { pathname, search } = addressOf(this.url, channel, options);
    if (line.refusal === undefined)
      return failClause(`no connection to ${pathname}: ${line.failure}`);
    return failClause(`the upgrade of ${pathname}${search} got HTTP ${line.refusal.status}`);
  }

  /**
   * Sends an upgrade that the server must refuse: with an HTTP status, or by closing the stream right after
   * the upgrade. Fails the clause if the stream stays open.
   */
  async refusal(channel: ChannelName, options: OpenOptions = {}): Promise<Refusal> {
    const line = await this.dial(channel, options);
    if (line.refusal !== undefined) return line.refusal;
    if (!line.isOpen) return failClause(`the server dropped the connection: ${line.failure}`);
    // A server that wrongly accepts the upgrade sends a frame at once, so a short wait is enough.
    const closing = await line
      .closed("the close", Math.min(this.timeoutMs, 500))
      .catch(() => undefined);
    const { pathname, search } = addressOf(this.url, channel, options);
    demand(closing !== undefined, `the upgrade of ${pathname}${search} was accepted`);
    return { closeCode: closing.code };
  }

  /**
   * Sends an upgrade. Resolves with its connection, whether the upgrade was accepted or refused. With
   * `takers`, numbers and signs of life are judged as well.
   */
  async dial(
    channel: ChannelName,
    options: OpenOptions = {},
    takers?: readonly MessageTaker[],
  ): Promise<Line> {
    const account = options.account ?? (await this.account());
    const settings = await this.judgeOf(channel, options, takers !== undefined);
    const line = new Line(channel, account.brokerId, { ...settings, ...(takers && { takers }) });
    this.#lines.push(line);
    this.#settings.lines.push(line);
    await line.answered();
    return line;
  }

  /**
   * Returns a judge for connections of a channel, which applies the channel's contract. With `whole`, the
   * judge also judges numbers.
   */
  async judgeOf(
    channel: ChannelName,
    options: OpenOptions = {},
    whole = true,
  ): Promise<ResumeSettings> {
    const account = options.account ?? (await this.account());
    const filtered = options.query !== undefined && marketFilter(channel) in Object(options.query);
    return {
      ...createJudge(channel, this.#settings.ledgers, { whole, filtered }),
      url: addressOf(this.url, channel, options),
      openSocket: signedSocket({ ...options, account }),
      timeoutMs: this.timeoutMs,
      filtered,
    };
  }

  /** Reports whether a limit was passed to the kit. */
  isGiven(name: LimitName): boolean {
    return this.#settings.givenLimits.has(name);
  }

  /**
   * Returns a limit: the value passed to the kit; otherwise the value that the server states, or the
   * default.
   */
  async limitOf(name: LimitName): Promise<number> {
    if (this.isGiven(name)) return this.limits[name];
    const shown = await this.once("limits", () => detectLimits(this));
    return shown[name] ?? this.limits[name];
  }

  /**
   * Judges a rule that depends on a limit. If the limit was not passed to the kit, the server may have a
   * different setting. A failure then counts as not run, and the result asks for the limit.
   */
  async underLimit<Seen>(name: LimitName, check: () => Promise<Seen>): Promise<Seen> {
    try {
      return await check();
    } catch (error) {
      const failed = error instanceof ConformanceError && error.code === "clause_failed";
      if (!failed || this.isGiven(name)) throw error;
      return notRun(`${error.seen}; ${askForLimit(name)}`, { kind: "limit", limit: name });
    }
  }

  /**
   * Requires a condition that must hold if no other broker trades. If others may trade, a violation proves
   * nothing. It then counts as not run, and the result asks for `--sole-broker`.
   */
  demandAlone(condition: boolean, seen: string): asserts condition {
    if (condition) return;
    if (this.can("publish") || this.#settings.soleBroker) failClause(seen);
    notRun(`${seen}; other brokers may be the cause: pass --sole-broker if this broker is alone`, {
      kind: "sole-broker",
    });
  }

  /** Publishes a frame. If the stimulus cannot publish, the clause is not run. */
  async publish(action: PublishAction): Promise<bigint> {
    if (action.channel === "market-data") return this.#publish(action);
    const { brokerId } = await this.account();
    return this.#publish(addressFrame({ brokerId, ...action }));
  }

  /** Publishes a frame without its keys, so that the server must determine them. */
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

  /** Deletes the frames of a stream of this check up to a number, if the stimulus can do that. */
  async expire(channel: SequencedName, upTo: bigint): Promise<void> {
    const { brokerId } = await this.account();
    await this.stimulus.expire?.({ channel, brokerId, upTo });
  }

  /** Publishes samples one after another and returns their numbers. */
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
   * Returns the numbers of new data frames on a channel, in order. The stimulus publishes the frames, or
   * the server sends them by itself.
   */
  async flow(channel: SequencedName, count: number): Promise<readonly bigint[]> {
    if (this.can("publish")) return this.publishSamples(channel, count);
    const witness = await this.open(channel);
    const found = await this.watchFor(witness, count);
    witness.close();
    return found.flatMap((frame) => seqOf(frame) ?? []);
  }

  /**
   * Waits for data frames that the server sends by itself. If they do not arrive, the clause is not run.
   */
  async watchFor(line: Line, count: number): Promise<readonly Frame[]> {
    try {
      return await line.until(`${count} frames`, () => {
        const data = line.frames.filter(isData);
        return data.length >= count ? data : undefined;
      });
    } catch (error) {
      if (!(error instanceof ConformanceError) || line.closing !== undefined) throw error;
      return notRun(`fewer than ${count} frames came on /${line.channel} without a stimulus`, {
        kind: "wait",
      });
    }
  }

  /**
   * Waits for a frame that the server may send by itself but need not send. If the frame does not arrive,
   * no rule is broken, so the clause is not run.
   */
  async ownOrNotRun<Found>(wait: () => Promise<Found>): Promise<Found> {
    try {
      return await wait();
    } catch (error) {
      if (!(error instanceof ConformanceError) || this.can("publish")) throw error;
      return notRun(`it did not come without a stimulus: ${error.seen}`, { kind: "wait" });
    }
  }

  /** Returns a market: a new one with a book, or one that was passed to the kit, or any open one. */
  async market(): Promise<string> {
    if (!this.can("publish")) {
      const [named] = this.#settings.markets;
      const found = named ?? (await this.once("market", () => findOpenMarket(this)));
      return found ?? notRun("needs publish, or a market passed as --market", { kind: "market" });
    }
    const market = this.unique("market");
    await this.publish({ channel: "market-data", message: bookSnapshot(market) });
    return market;
  }

  close(): void {
    for (const line of this.#lines) line.close();
  }
}
