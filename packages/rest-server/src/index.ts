export {
  type Authenticator,
  apiKey,
  basic,
  bearer,
  type RequestHead,
  token,
  type Verdict,
  type Verify,
} from "./authenticator.ts";
export type { Authenticators } from "./authorize.ts";
export { createRestServer } from "./create-rest-server.ts";
export { ProblemError } from "./problem-error.ts";
export type { Logger, RequestContext, RequestMeta } from "./request-context.ts";
export {
  RestServerError,
  type RestServerErrorCode,
  restServerErrorCodes,
} from "./rest-server-error.ts";
export type { Handlers, RestServerLimits, RestServerOptions } from "./rest-server-options.ts";
