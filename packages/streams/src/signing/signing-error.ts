import { SpecwrightError, type SpecwrightErrorOptions } from "@specwright/runtime";

/** Why something cannot be signed. */
export type SigningErrorCode =
  | "invalid_access_key"
  | "invalid_secret_key"
  | "invalid_broker_id"
  | "invalid_path"
  | "invalid_timestamp"
  | "invalid_rule"
  | "missing_secret"
  | "secret_encoding"
  | "key_form"
  | "key_refused"
  | "missing_value"
  | "ambiguous_text"
  | "web_crypto_missing";

/** The meaning of each code. */
export const signingErrorCodes: Readonly<Record<SigningErrorCode, string>> = {
  invalid_access_key: "An access key has 1 to 64 characters of A-Z a-z 0-9 . _ ~ -",
  invalid_secret_key: "A secret key is 32 bytes, written as 64 hex characters.",
  invalid_broker_id: "A broker id is not empty and has no control characters.",
  invalid_path: "A path begins with / and is the request target on the wire: visible ASCII.",
  invalid_timestamp: "A timestamp is RFC 3339 with milliseconds, or milliseconds since the epoch.",
  invalid_rule: "The signing rule of the contract is not usable.",
  missing_secret: "The rule needs a secret, but it is missing or empty.",
  secret_encoding: "The secret does not have the encoding of the rule.",
  key_form: "The key is not a PEM block, or its kind cannot be used.",
  key_refused: "The key does not fit the algorithm of the rule.",
  missing_value: "A value that the rule uses is missing.",
  ambiguous_text: "A value would make the signed text ambiguous.",
  web_crypto_missing:
    "crypto.subtle is missing. Browsers have it only on pages served by https or from localhost.",
};

/** Thrown if an input cannot be signed. The message never contains the input. */
export class SigningError extends SpecwrightError<SigningErrorCode> {
  override readonly name: string = "SigningError";

  constructor(code: SigningErrorCode, detail?: string, options?: SpecwrightErrorOptions) {
    const meaning = signingErrorCodes[code];
    super(code, detail === undefined ? meaning : `${meaning} ${detail}`, options);
  }
}
