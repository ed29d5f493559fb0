import { SpecwrightError } from "@specwright/runtime";

/** The reasons why the service cannot start or a command cannot run. */
export type MarketplaceErrorCode = "bad_usage" | "foreign_files" | "invalid_option";

/** Every code with its meaning and its fix. */
export const marketplaceErrorCodes: Readonly<Record<MarketplaceErrorCode, string>> = {
  bad_usage: "The command line makes no sense; `specwright-marketplace --help` lists what does.",
  foreign_files:
    "The file store belongs to another database; give the service the right one, or adopt it.",
  invalid_option: "An option, setting or custom field declaration cannot be used; it is named.",
};

/** Thrown when the service cannot start. Requests never cause it. */
export class MarketplaceError extends SpecwrightError<MarketplaceErrorCode> {
  override readonly name: string = "MarketplaceError";
}
