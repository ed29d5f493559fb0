export type { RatePolicyName } from "./access/rate-policies.ts";
export type { ChangeSelection, PlacedChange } from "./changes/change-repository.ts";
export { createPublisher, type Publisher } from "./create-publisher.ts";
export {
  acceptDiff,
  type DiffAcceptance,
  type DiffRequest,
  diffOfVersions,
} from "./diffs/accept-diff.ts";
export type { Diff, DiffHead, FinishedDiff } from "./diffs/diff-repository.ts";
export { type PublisherEnvironment, readEnvironment } from "./environment/read-environment.ts";
export { unpackBytes } from "./files/pack-file.ts";
export type { History, HistoryInterface, HistoryVersion } from "./history/history.ts";
export { ownHistory, readHistory } from "./history/read-history.ts";
export { publishVersion, seedHistory } from "./history/seed-history.ts";
export type { HttpServices } from "./http-services.ts";
export type {
  InterfaceDescription,
  PublishedInterface,
} from "./interfaces/interface-repository.ts";
export { type JobRunner, type JobRunnerOptions, startJobRunner } from "./jobs/job-runner.ts";
export type { Framing } from "./pages/framing.ts";
export type { FoundPage, StoredPage } from "./pages/page-repository.ts";
export type { ProcessLimits } from "./processing/protocol.ts";
export { workerProcesses } from "./processing/run-worker.ts";
export { PublisherError, type PublisherErrorCode, publisherErrorCodes } from "./publisher-error.ts";
export type { PublisherOptions } from "./publisher-options.ts";
export type { Services } from "./services.ts";
export { openStorage, type StorageOptions } from "./storage/open-storage.ts";
export type { PublisherStorage, Readers, Repositories } from "./storage/publisher-storage.ts";
export { type IssuedToken, issueToken, type TokenOrder } from "./tokens/issue-token.ts";
export { type StoredToken, type TokenRights, tokenRights } from "./tokens/token-repository.ts";
export type { RandomBytes } from "./tokens/token-text.ts";
export { type Caller, mayUse, verifyToken } from "./tokens/verify-token.ts";
export { type Acceptance, acceptVersion, type VersionRequest } from "./versions/accept-version.ts";
export type { SentDocument } from "./versions/document.ts";
export type { Facts, ReportDigests } from "./versions/facts.ts";
export type { PublishedVersion, Release, Version, VersionHead } from "./versions/version.ts";
export type { VersionSelection } from "./versions/version-repository.ts";
