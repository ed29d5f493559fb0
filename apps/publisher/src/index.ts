export { createPublisher, type Publisher } from "./create-publisher.ts";
export type { History, HistoryVersion } from "./history/history.ts";
export { ownHistory, readHistory } from "./history/read-history.ts";
export { publishVersion, seedHistory } from "./history/seed-history.ts";
export type { PublisherOptions } from "./publisher-options.ts";
export type { TokenRights } from "./storage/token-repository.ts";
export { issueToken } from "./tokens/issue-token.ts";
