/** The errors of the exchange that the simulator can have, by code. */
const errorMessages = {
  1: "Unable to process message",
  2: "Params required",
  3: "Channels required",
  4: "Subscription IDs required",
  5: "Unknown command",
  7: "Unknown subscription ID",
  8: "Unknown channel name",
  11: "Invalid parameter",
  12: "Exactly one subscription ID is required",
  13: "Unsupported action",
  14: "Market Ticker required",
  15: "Action required",
  25: "Subscription buffer overflow",
  26: "Subscription market limit exceeded",
  27: "Too many requests",
} as const;

type ErrorCode = keyof typeof errorMessages;

/** A command that cannot be carried out. */
export class CommandError extends Error {
  readonly code: ErrorCode;
  readonly marketTickers: readonly string[] | undefined;

  constructor(code: ErrorCode, marketTickers?: readonly string[]) {
    super(errorMessages[code]);
    this.code = code;
    this.marketTickers = marketTickers;
  }
}
