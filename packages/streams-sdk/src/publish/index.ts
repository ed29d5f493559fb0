export {
  createPublishClient,
  defaultPublishSubject,
  type PublishClient,
  type PublishClientOptions,
  type PublishConnection,
} from "./create-publish-client.ts";
export type { PublishAnswer, PublishRefusal } from "./publish-answer.ts";
export type {
  GiveUpCommand,
  MarketDataCommand,
  PublishCommand,
  SequencedCommand,
} from "./publish-command.ts";
export { PublishError, type PublishErrorCode } from "./publish-error.ts";
