export {
  type AccessKeyEntry,
  type AccessKeys,
  createAccessKeys,
  readAccessKeys,
} from "./access-keys.ts";
export {
  createStreamsService,
  type StreamsService,
  type StreamsServiceOptions,
} from "./create-streams-service.ts";
export { issueAccessKey } from "./issue-access-key.ts";
export { jsonLineLogger } from "./json-line-logger.ts";
export { onStopSignals } from "./on-stop-signals.ts";
export type {
  MarketDataCommand,
  PublishCommand,
  SequencedCommand,
} from "./publish-command.ts";
export { readPublishCommand } from "./read-publish-command.ts";
export { StreamsAppError, type StreamsAppErrorCode } from "./streams-app-error.ts";
