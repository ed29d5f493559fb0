import type { PublishedInterface, Release } from "@specwright/diff/changelog";
import type { FramedInterface, FrameFeed, NavigationGroup } from "@specwright/site";
import { releasesOf } from "../feeds/read-releases.ts";
import type { HttpServices } from "../http-services.ts";
import { ifReadable, isPrivateBranch } from "../interfaces/may-read.ts";
import { SUBSCRIBE } from "../mail/subscription-links.ts";
import { readFraming } from "../present/read-framing.ts";
import { isInScope, type PrivateScope } from "../storage/private-scope.ts";
import type { PublishedVersion } from "../storage/version.ts";
import { interfaceFeedLinks } from "./feed-links.ts";
import { WEBHOOKS } from "./webhooks-page.ts";

/** The data that all pages of an interface need. */
export interface InterfaceView {
  readonly name: string;
  readonly owner: PublishedInterface;
  readonly description: string | null;
  /** The newest version of `main`, followed by all other versions, newest first. */
  readonly versions: readonly PublishedVersion[];
  /** The releases of the versions, in the same order and without their changes. */
  readonly releases: readonly Release[];
  readonly newest: PublishedVersion | undefined;
  /** The navigation of the newest version. */
  readonly navigation: readonly NavigationGroup[];
  readonly feeds: readonly FrameFeed[];
  /** Whether the interface was withdrawn. After that, the interface has only its feeds. */
  readonly isWithdrawn: boolean;
  /** Whether the reader may see private branches. */
  readonly isOpen: boolean;
  /** Reports whether a branch is public, so that pages can link to its feeds. */
  readonly isPublic: (branch: string) => boolean;
  /** The time of the last publication or the last change of a description, in milliseconds. */
  readonly modifiedAt: number;
}

/** The path of the settings of the console, relative to the folder of the interface. */
export const consoleSettings = "console.json";

/** The maximum number of versions on the pages of an interface. */
const MAX_VERSIONS = 1000;

/** Reads an interface; undefined if it does not exist or the reader may not read it. */
export async function readInterface(
  services: HttpServices,
  name: string,
  scope: PrivateScope,
): Promise<InterfaceView | undefined> {
  const { interfaces, versions: stored } = services.storage.committed;
  const found = ifReadable(await interfaces.byName(name), scope);
  if (found === undefined) return undefined;
  const isOpen = isInScope(scope, name);
  const isPublic = (branch: string): boolean => !isPrivateBranch(found, branch);
  const [newest, listed] = await Promise.all([
    isOpen || isPublic("main") ? stored.newest(name, "main") : undefined,
    stored.list({ interface: name, limit: MAX_VERSIONS, isPublic: !isOpen }),
  ]);
  const others = listed
    .filter(({ id }) => id !== newest?.id)
    .toSorted((one, other) => other.number - one.number);
  const versions = newest === undefined ? others : [newest, ...others];
  const releases = releasesOf(services, found, versions);
  const framing = newest && (await readFraming(services.storage.committed.pages, newest));
  const times = versions.map(({ publishedAt, revisedAt }) => Math.max(publishedAt, revisedAt ?? 0));
  return {
    ...{ name, versions, releases, newest, isOpen, isPublic },
    isWithdrawn: found.withdrawnAt !== null,
    owner: releases[0]?.interface ?? { id: name, title: found.title, url: found.homePageUrl ?? "" },
    description: found.description,
    navigation: framing?.navigation ?? [],
    feeds: isPublic("main") ? interfaceFeedLinks(services, found) : [],
    modifiedAt: Math.max(found.updatedAt, ...times),
  };
}

/**
 * Returns the data for the frame of a page of a version, such as the other versions that have this
 * page.
 */
export async function framedInterface(
  { storage, addresses, brand, consoles, mail }: HttpServices,
  { name, owner, releases, versions, feeds, isPublic }: InterfaceView,
  { version, path }: { readonly version: PublishedVersion | undefined; readonly path: string },
): Promise<FramedInterface> {
  const shown = versions.slice(0, MAX_SHOWN).map(({ id }) => id);
  const having = new Set(await storage.committed.pages.versionsWith(path, shown));
  const numbers = new Set(
    versions.filter(({ id }) => having.has(id)).map(({ number }) => `${number}`),
  );
  const files =
    version === undefined || path !== "index.html" ? [] : await filePaths(storage, version);
  return {
    ...{ owner, releases, feeds, baseUrl: addresses.pages() },
    subscriptions: [{ text: "Webhook", path: `../${WEBHOOKS}` }],
    ...(mail !== undefined && isPublic("main") && { mailForm: SUBSCRIBE }),
    ...(brand !== undefined && { brand }),
    ...(consoles?.interfaces.has(name) && {
      console: { script: consoles.script, settings: consoleSettings },
    }),
    documentFiles: ({ key }) => (key === `${version?.number}` ? files : []),
    hasPage: ({ key = "" }, wanted) => wanted === path && numbers.has(key),
  };
}

/** Returns the paths of the files of a version, the document first. */
async function filePaths(
  { committed }: HttpServices["storage"],
  { id, path }: PublishedVersion,
): Promise<readonly string[]> {
  const files = await committed.files.ofOwner(id);
  return [path, ...files.map((each) => each.path).filter((each) => each !== path)];
}

/** The version switch shows ten versions. */
const MAX_SHOWN = 12;
