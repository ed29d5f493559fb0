import { SpecwrightError } from "@specwright/runtime";

/** Why a feed cannot be served, or a message cannot be published. */
export type FeedServerErrorCode =
  | "not_a_feed"
  | "missing_handler"
  | "unknown_topic"
  | "unknown_message"
  | "invalid_parameters"
  | "invalid_level"
  | "contract_unclear"
  | "invalid_frame";

/** The meaning of each code. */
export const feedServerErrorCodes: Readonly<Record<FeedServerErrorCode, string>> = {
  not_a_feed: "The channel has no topics in the contract, so there is no feed to serve.",
  missing_handler: "A topic without a book has no handler.",
  unknown_topic: "The contract has no topic of this name.",
  unknown_message: "The channel has no message of this name.",
  invalid_parameters: "A parameter of a topic is missing, unknown or of the wrong type.",
  invalid_level: "A price or quantity is not a decimal, or a quantity is negative.",
  contract_unclear: "The contract does not say how a frame is written.",
  invalid_frame: "A frame breaks the contract and was not sent.",
};

/** Thrown if a feed cannot be served as the contract defines it, or if its server is used wrongly. */
export class FeedServerError extends SpecwrightError<FeedServerErrorCode> {
  override readonly name: string = "FeedServerError";
}
