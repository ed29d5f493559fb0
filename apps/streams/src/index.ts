export {
  createStreamsGateway,
  type StreamsGateway,
  type StreamsGatewayOptions,
} from "./create-streams-gateway.ts";
export {
  createStreamsPublisher,
  type Published,
  type StreamsPublisher,
  type StreamsPublisherOptions,
} from "./create-streams-publisher.ts";
export {
  createStreamsService,
  type StreamsService,
  type StreamsServiceOptions,
} from "./create-streams-service.ts";
export {
  type AccessKeyEntry,
  type AccessKeyInfo,
  type AccessKeys,
  createAccessKeys,
  readAccessKeys,
} from "./keys/access-keys.ts";
export { issueAccessKey } from "./keys/issue-access-key.ts";
export { openKeyStore } from "./keys/open-key-store.ts";
export { openPostgresKeyStore } from "./keys/open-postgres-key-store.ts";
export { createMarketBooks, type MarketBooks } from "./market-books.ts";
export { createMetrics, type StreamsMetrics } from "./operations/create-metrics.ts";
export { type LogDestination, logLines } from "./operations/log-lines.ts";
export { readPublishCommand } from "./read-publish-command.ts";
export { StreamsAppError, type StreamsAppErrorCode } from "./streams-app-error.ts";
