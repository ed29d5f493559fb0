export { RestError } from "@specwright/runtime";
export {
  apiKey,
  basic,
  bearer,
  type Credential,
  type CredentialParts,
  type Secret,
  token,
} from "./credentials.ts";
export { type ListPage, listItems } from "./list-items.ts";
export { type RestTransportOptions, restTransport } from "./rest-transport.ts";
export type { RetryOptions } from "./retry-policy.ts";
export type { Credentials } from "./select-credentials.ts";
