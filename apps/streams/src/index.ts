export { createStreamsPublisher } from "./create-streams-publisher.ts";
export { createStreamsService, type StreamsService } from "./create-streams-service.ts";
export { type AccessKeyEntry, createAccessKeys } from "./keys/access-keys.ts";
export { issueAccessKey } from "./keys/issue-access-key.ts";
export { openKeyStore } from "./keys/open-key-store.ts";
export { openPostgresKeyStore } from "./keys/open-postgres-key-store.ts";
export { createMarketBooks } from "./market-books.ts";
export { logLines } from "./operations/log-lines.ts";
export { readPublishCommand } from "./read-publish-command.ts";
