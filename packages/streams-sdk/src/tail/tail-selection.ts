import type { LanguageCode } from "@specwright/streams-api/types";
import { TailError } from "./tail-error.ts";

/** The channels by their addresses. */
export const channelNames = ["orders", "accounting", "payouts", "events", "market-data"] as const;

/** The address of a channel, without its slash. */
export type ChannelName = (typeof channelNames)[number];

/** The values of the flags that select frames. */
export interface SelectionFlags {
  readonly since?: string;
  readonly market?: readonly string[];
  readonly eventId?: readonly string[];
  readonly accountId?: readonly string[];
  readonly lang?: readonly string[];
}

/** The selection of frames to show. */
export interface TailSelection {
  readonly channel: ChannelName;
  /** The number of the first frame to show. */
  readonly since?: bigint;
  readonly markets: readonly string[];
  readonly eventIds: readonly string[];
  readonly accountIds: readonly string[];
  readonly languages: readonly LanguageCode[];
}

type Flag = keyof SelectionFlags;

const allowed: Readonly<Record<ChannelName, readonly Flag[]>> = {
  orders: ["since", "market", "eventId", "accountId"],
  accounting: ["since", "market", "accountId"],
  payouts: ["since", "market", "eventId", "accountId"],
  events: ["since", "market", "eventId", "lang"],
  "market-data": ["market"],
};

const spelling: Readonly<Record<Flag, string>> = {
  since: "--since",
  market: "--market",
  eventId: "--event-id",
  accountId: "--account-id",
  lang: "--lang",
};

/**
 * Checks a selection against the parameters of the channel. Throws `TailError` `bad_selection`.
 */
export function readSelection(name: string, flags: SelectionFlags): TailSelection {
  const channel = channelNames.find((known) => known === name);
  if (channel === undefined) {
    throw badSelection(`Unknown channel ${name}. Channels: ${channelNames.join(", ")}`);
  }
  for (const flag of ["since", "market", "eventId", "accountId", "lang"] as const) {
    if (flags[flag] === undefined || allowed[channel].includes(flag)) continue;
    throw badSelection(`${spelling[flag]} does not apply to ${channel}`);
  }
  const { since } = flags;
  if (since !== undefined && !/^[1-9]\d{0,18}$/.test(since)) {
    throw badSelection("--since must be an integer of at least 1");
  }
  return {
    channel,
    ...(since !== undefined && { since: BigInt(since) }),
    markets: flags.market ?? [],
    eventIds: flags.eventId ?? [],
    accountIds: flags.accountId ?? [],
    languages: (flags.lang ?? []).map(requireLanguage),
  };
}

function requireLanguage(text: string): LanguageCode {
  if (text === "en" || text === "pt" || text === "id") return text;
  throw badSelection("--lang must be en, pt or id");
}

function badSelection(message: string): TailError {
  return new TailError("bad_selection", message);
}
