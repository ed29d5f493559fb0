export {
  AnswerError,
  type AnswerErrorOf,
  type ContractIssue,
  type FailureOf,
  type FetchPageOptions,
  fetchPage,
  isAnswerOf,
  isRestError,
  type ListArguments,
  type OperationCall,
  orThrow,
  type Page,
  type PageStart,
  type ReceivedAnswer,
  RestError,
  type SuccessOf,
  type ValidationMode,
  type ValidationOptions,
} from "@specwright/runtime";
export {
  apiKey,
  basic,
  bearer,
  type Credential,
  type CredentialParts,
  type Credentials,
  type Secret,
  token,
  type UserPassword,
} from "@specwright/runtime/transport";
export { type CallbackOrigin, callbackUrl } from "./callback-url.ts";
export { type ClientCredentialsOptions, clientCredentials } from "./client-credentials.ts";
export { type DeviceCodeOptions, type DevicePrompt, deviceCode } from "./device-code.ts";
export { type DiscoveryOptions, discoveredEndpoint } from "./discovered-endpoint.ts";
export type {
  InterceptedCall,
  InterceptedRequest,
  Interceptor,
  InterceptRequest,
} from "./interceptor.ts";
export { listItems } from "./list-items.ts";
export { listPages } from "./list-pages.ts";
export { type Received, type ReceivedItem, received, receivedItems } from "./received.ts";
export { type RefreshTokenOptions, refreshToken } from "./refresh-token.ts";
export { type IssueReport, type RestTransportOptions, restTransport } from "./rest-transport.ts";
export type { RetryOptions } from "./retry-policy.ts";
export { standardWebhookSigner } from "./standard-webhook-signer.ts";
export type { ClientSecret, EndpointUrl, IssuedTokens, TokenEndpoint } from "./token-request.ts";
export type { TokenSource } from "./token-source.ts";
export {
  type SendWebhookOptions,
  type SignWebhook,
  type WebhookMessage,
  type WebhookSender,
  type WebhookSenderOptions,
  webhookSender,
} from "./webhook-sender.ts";
