export {
  createPublishClient,
  defaultPublishSubject,
  type PublishClient,
  type PublishClientOptions,
  type PublishConnection,
} from "./create-publish-client.ts";
export { type PublishAnswer, type PublishRefusal, readPublishAnswers } from "./publish-answer.ts";
export {
  type GiveUpCommand,
  type MarketDataCommand,
  type PublishCommand,
  type SequencedCommand,
  writePublishCommand,
} from "./publish-command.ts";
export { PublishError, type PublishErrorCode } from "./publish-error.ts";
