import { SpecwrightError } from "@specwright/runtime";

/** The reasons why the service cannot start or a command cannot run. */
export type MarketplaceErrorCode = "bad_usage" | "foreign_files" | "invalid_option";

/** Every code with its meaning and its fix. */
export const marketplaceErrorCodes: Readonly<Record<MarketplaceErrorCode, string>> = {
  bad_usage: "The command line is invalid; see `specwright-marketplace --help`.",
  foreign_files:
    "The file store belongs to another database. Correct the setting, or run `specwright-marketplace files adopt`.",
  invalid_option:
    "An option, setting or custom field declaration is invalid. The message names it.",
};

/** Thrown when the service cannot start. Requests never cause it. */
export class MarketplaceError extends SpecwrightError<MarketplaceErrorCode> {
  override readonly name: string = "MarketplaceError";
}
