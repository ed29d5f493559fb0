import { SpecwrightError } from "@specwright/runtime";

/** The inputs that a signature can be refused for. */
export type SigningErrorCode =
  | "invalid_access_key"
  | "invalid_secret_key"
  | "invalid_broker_id"
  | "invalid_path"
  | "invalid_timestamp";

/** Every code with its meaning. */
export const signingErrorCodes: Readonly<Record<SigningErrorCode, string>> = {
  invalid_access_key: "An access key has 1 to 64 characters of A-Z a-z 0-9 . _ ~ -",
  invalid_secret_key: "A secret key is 32 bytes, written as 64 hex characters.",
  invalid_broker_id: "A broker id is not empty and has no control characters.",
  invalid_path:
    "A path begins with / and is a request target as it goes on the wire: visible ASCII.",
  invalid_timestamp: "A timestamp is RFC 3339 with milliseconds, or milliseconds since the epoch.",
};

/** Thrown for input that cannot be signed. The message never contains the input. */
export class SigningError extends SpecwrightError<SigningErrorCode> {
  override readonly name: string = "SigningError";

  constructor(code: SigningErrorCode) {
    super(code, signingErrorCodes[code]);
  }
}
