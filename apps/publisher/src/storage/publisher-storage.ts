import type { RateWindowRepository, RepositoryStorage } from "@specwright/service/database";
import type { ChangeReader, ChangeRepository } from "./change-repository.ts";
import type { DiffReader, DiffRepository } from "./diff-repository.ts";
import type { FeedKeyReader, FeedKeyRepository } from "./feed-key-repository.ts";
import type { FileReader, FileRepository } from "./file-repository.ts";
import type { InterfaceReader, InterfaceRepository } from "./interface-repository.ts";
import type { JobReader, JobRepository } from "./job-repository.ts";
import type { PageReader, PageRepository } from "./page-repository.ts";
import type { SubscriberReader, SubscriberRepository } from "./subscriber-repository.ts";
import type { TokenReader, TokenRepository } from "./token-repository.ts";
import type { VersionReader, VersionRepository } from "./version-repository.ts";
import type { WebhookReader, WebhookRepository } from "./webhook-repository.ts";

/** Reads committed data. */
export interface Readers {
  readonly interfaces: InterfaceReader;
  readonly tokens: TokenReader;
  readonly feedKeys: FeedKeyReader;
  readonly versions: VersionReader;
  readonly files: FileReader;
  readonly changes: ChangeReader;
  readonly pages: PageReader;
  readonly diffs: DiffReader;
  readonly jobs: JobReader;
  readonly webhooks: WebhookReader;
  readonly subscribers: SubscriberReader;
}

/** Reads and writes within one transaction. */
export interface Repositories extends Readers {
  readonly interfaces: InterfaceRepository;
  readonly tokens: TokenRepository;
  readonly feedKeys: FeedKeyRepository;
  readonly versions: VersionRepository;
  readonly files: FileRepository;
  readonly changes: ChangeRepository;
  readonly pages: PageRepository;
  readonly diffs: DiffRepository;
  readonly jobs: JobRepository;
  readonly webhooks: WebhookRepository;
  readonly subscribers: SubscriberRepository;
  readonly rateWindows: RateWindowRepository;
}

/** The storage of all data of the service, in SQLite or PostgreSQL. */
export type PublisherStorage = RepositoryStorage<Readers, Repositories>;
