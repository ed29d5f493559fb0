import type { Line } from "../line/line.ts";
import type { OpenOptions } from "../line/upgrade.ts";
import type { ChannelName, StimulusAction } from "../stimulus/stimulus.ts";

/**
 * The part of a check context that opens channels. Functions that the context itself calls need only this
 * part.
 */
export interface LineOpener {
  can(action: StimulusAction): boolean;
  unique(kind: string): string;
  open(channel: ChannelName, options?: OpenOptions): Promise<Line>;
  dial(channel: ChannelName, options?: OpenOptions): Promise<Line>;
}
