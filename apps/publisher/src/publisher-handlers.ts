import { getChangelog } from "./handlers/changelog.ts";
import { createDiff, diffVersions, getDiff } from "./handlers/diffs.ts";
import { replaceFeedKey, revokeFeedKey } from "./handlers/feed-keys.ts";
import { getChangelogAtom, getChangelogJsonFeed, getChangelogRss } from "./handlers/feeds.ts";
import { getInterface, listInterfaces, putInterface } from "./handlers/interfaces.ts";
import { publishVersion } from "./handlers/publish-version.ts";
import {
  getDocument,
  getLatestVersion,
  getVersion,
  listVersions,
} from "./handlers/read-versions.ts";
import { createWebhook, deleteWebhook, listWebhooks } from "./handlers/webhooks.ts";
import { withdraw } from "./handlers/withdraw.ts";
import type { Handlers, HttpServices } from "./http-services.ts";

/** Returns the handlers of all operations. */
export function publisherHandlers(services: HttpServices): Handlers {
  return {
    createDiff: createDiff(services),
    createWebhook: createWebhook(services),
    deleteWebhook: deleteWebhook(services),
    diffVersions: diffVersions(services),
    getChangelog: getChangelog(services),
    getChangelogAtom: getChangelogAtom(services),
    getChangelogJsonFeed: getChangelogJsonFeed(services),
    getChangelogRss: getChangelogRss(services),
    getDiff: getDiff(services),
    getDocument: getDocument(services),
    getInterface: getInterface(services),
    getLatestVersion: getLatestVersion(services),
    getVersion: getVersion(services),
    listInterfaces: listInterfaces(services),
    listVersions: listVersions(services),
    listWebhooks: listWebhooks(services),
    publishVersion: publishVersion(services),
    putInterface: putInterface(services),
    replaceFeedKey: replaceFeedKey(services),
    revokeFeedKey: revokeFeedKey(services),
    withdraw: withdraw(services),
  };
}
