// The part of a check context that its own probes need: opening channels.

import type { ChannelName, StimulusAction } from "../stimulus/stimulus.ts";
import type { Frame } from "./frame.ts";
import type { Line } from "./line.ts";
import type { UpgradeInput } from "./upgrade.ts";

/** An upgrade that did not lead to a stream. */
export interface Refusal {
  /** The HTTP status, if the upgrade was refused with one. */
  readonly status?: number;
  readonly contentType?: string;
  readonly body?: string;
  /** The close code, if the upgrade was accepted first. */
  readonly closeCode?: number;
  readonly frames: readonly Frame[];
}

/** What to open, and how. */
export interface OpenOptions extends Partial<Omit<UpgradeInput, "path">> {
  /** Query parameters, where an array repeats one; or the query string as sent. */
  readonly query?: string | Readonly<Record<string, string | number | bigint | readonly string[]>>;
}

/** The part of a check context that opens channels. */
export interface LineOpener {
  /** Reports whether the stimulus offers an action. */
  can(action: StimulusAction): boolean;
  /** Returns a unique name. */
  unique(kind: string): string;
  /** Opens a channel. Fails the clause if the server refuses. */
  open(channel: ChannelName, options?: OpenOptions): Promise<Line>;
  /** Opens a channel, or returns the refusal of the server. */
  openOrRefusal(channel: ChannelName, options?: OpenOptions): Promise<Line | Refusal>;
}
