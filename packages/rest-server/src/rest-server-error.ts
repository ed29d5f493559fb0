import { SpecwrightError } from "@specwright/runtime";

/** Names what can be wrong with the options of a server. */
export type RestServerErrorCode = "missing_authenticator" | "duplicate_operation";

/** Lists the codes with what they mean. */
export const restServerErrorCodes: Readonly<Record<RestServerErrorCode, string>> = {
  missing_authenticator:
    "An operation needs a security scheme that `authenticate` has no entry for.",
  duplicate_operation: "Two operations have the same method and path.",
};

/** Reports options that no server can be made of. Thrown by `createRestServer`, never later. */
export class RestServerError extends SpecwrightError<RestServerErrorCode> {
  override readonly name: string = "RestServerError";
}
