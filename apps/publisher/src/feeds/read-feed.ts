import { changelogFeed, type Feed, type FeedFormat } from "@specwright/diff/changelog";
import { branchAnchor } from "@specwright/site";
import { changesUrl, interfaceUrl } from "../http/addresses.ts";
import type { HttpServices } from "../http-services.ts";
import type { PublishedInterface } from "../storage/interface-repository.ts";
import type { PublishedVersion, WithdrawnVersion } from "../storage/version.ts";
import { inOrder, readReleases, withdrawnReleases } from "./read-releases.ts";

/** Which feed of an interface. */
export interface FeedSelection {
  /** `main` by default. */
  readonly branch?: string | undefined;
  readonly class?: "breaking" | "deprecation" | undefined;
}

/** A feed, and when it last gained an entry or one was described again. */
export interface ReadFeed {
  readonly feed: Feed;
  /**
   * In milliseconds; absent without entries, or if it is within the same second as the change before
   * it, since readers who have only seconds to ask with would miss one of both.
   */
  readonly modifiedAt: number | undefined;
}

/** What a feed is made with. */
type FeedServices = Pick<HttpServices, "storage" | "addresses" | "authority" | "title">;

/** What a feed is made of. */
export interface FeedContent {
  readonly versions: readonly PublishedVersion[];
  /** Those that were taken back, which stay in feeds. */
  readonly withdrawn?: readonly WithdrawnVersion[];
  readonly selection: FeedSelection;
  /** Shows what affects an operation with this tag. */
  readonly tag?: string;
}

/** How many versions a feed tells of. */
export const MAX_ENTRIES = 100;

const shown = { breaking: "breaking", deprecation: "deprecations" } as const;

/** The classes of changes that a selection shows. */
export const selectedClasses = {
  breaking: ["breaking", "potentially-breaking"],
  deprecation: ["deprecation"],
} as const;

/**
 * Reads the newest versions of a branch as a feed; `undefined` for a branch without versions, unless
 * it is `main`, on which there will be some.
 */
export async function readFeed(
  services: FeedServices,
  owner: PublishedInterface,
  selection: FeedSelection,
): Promise<ReadFeed | undefined> {
  const { branch = "main", class: selected } = selection;
  if (!(await hasBranch(services, owner.name, branch))) return undefined;
  const { versions: stored } = services.storage.committed;
  const wanted = { interface: owner.name, branch, limit: MAX_ENTRIES };
  const classes = selected === undefined ? {} : { classes: selectedClasses[selected] };
  const versions = await stored.list({ ...wanted, ...classes });
  const withdrawn = await stored.withdrawn(wanted);
  return await feedOf(services, owner, { versions, withdrawn, selection });
}

/** Reports whether there can be a changelog of a branch: it has or had a version, or is `main`. */
export async function hasBranch(
  { storage }: Pick<HttpServices, "storage">,
  name: string,
  branch: string,
): Promise<boolean> {
  if (branch === "main") return true;
  const { versions } = storage.committed;
  if ((await versions.newest(name, branch)) !== undefined) return true;
  return (await versions.withdrawn({ interface: name, branch, limit: 1 })).length > 0;
}

/** Returns versions, given newest first, as a feed. */
export async function feedOf(
  services: FeedServices,
  owner: PublishedInterface,
  { versions, withdrawn = [], selection, tag }: FeedContent,
): Promise<ReadFeed> {
  const { addresses, authority, title } = services;
  const { branch = "main", class: selected } = selection;
  const isMain = branch === "main";
  const page = isMain ? pages[selected ?? "all"] : `versions.html#${branchAnchor(branch)}`;
  const releases = inOrder([
    ...(await readReleases(services, owner, versions)),
    ...withdrawnReleases(services, owner, withdrawn),
  ]);
  const feed = changelogFeed(releases, {
    title: `${owner.title}${isMain ? "" : ` (branch ${branch})`}: ${tag ?? titles[selected ?? "all"]}`,
    description: owner.description ?? `What changes in ${owner.title}.`,
    siteUrl: `${interfaceUrl(addresses, owner.name)}${page}`,
    releaseUrl: ({ key }) => changesUrl(addresses, owner.name, Number(key)),
    authority,
    author: title,
    maxEntries: MAX_ENTRIES,
    filter: {
      interface: owner.name,
      ...(selected === undefined ? {} : { show: shown[selected] }),
      ...(tag === undefined ? {} : { tag }),
    },
  });
  return {
    // The feed of another branch is another feed.
    feed: isMain ? feed : { ...feed, id: `${feed.id}/${encodeURIComponent(branch)}` },
    modifiedAt: lastChange([...versions, ...withdrawn]),
  };
}

/** Returns `modifiedAt` of a feed of these versions. */
export function lastChange(
  versions: readonly (PublishedVersion | WithdrawnVersion)[],
): number | undefined {
  const times = versions.flatMap((version) => [
    version.publishedAt,
    ...(version.revisedAt === null ? [] : [version.revisedAt]),
    ...(version.state === "withdrawn" ? [version.withdrawnAt] : []),
  ]);
  const [last, before] = times.toSorted((one, other) => other - one);
  if (last === undefined || before === undefined) return last;
  return toSecond(last) === toSecond(before) ? undefined : last;
}

function toSecond(ms: number): number {
  return Math.floor(ms / 1000);
}

const titles = {
  all: "changes",
  breaking: "breaking changes",
  deprecation: "deprecations",
} as const;

const pages = {
  all: "changes.html",
  breaking: "changes-breaking.html",
  deprecation: "changes-deprecations.html",
} as const;

/** Returns the URL of a feed itself. */
export function feedUrl(
  { addresses }: Pick<HttpServices, "addresses">,
  name: string,
  format: FeedFormat,
  { branch, class: selected, key }: FeedSelection & { readonly key?: string | undefined },
): string {
  const url = new URL(
    `${addresses.pages()}${addresses.prefix}/interfaces/${name}/changelog.${format}`,
  );
  if (branch !== undefined && branch !== "main") url.searchParams.set("branch", branch);
  if (selected !== undefined) url.searchParams.set("class", selected);
  if (key !== undefined) url.searchParams.set("key", key);
  return url.href;
}
