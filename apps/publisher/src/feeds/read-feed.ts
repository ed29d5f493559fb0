import { changelogFeed, type Feed, type FeedFormat } from "@specwright/diff/changelog";
import { branchAnchor } from "@specwright/site";
import { changesUrl, interfaceUrl } from "../http/addresses.ts";
import type { HttpServices } from "../http-services.ts";
import type { PublishedInterface } from "../storage/interface-repository.ts";
import type { PublishedVersion, WithdrawnVersion } from "../storage/version.ts";
import { inOrder, readReleases, withdrawnReleases } from "./read-releases.ts";

/** Selects a feed of an interface. */
export interface FeedSelection {
  /** The name of the branch. Default `main`. */
  readonly branch?: string | undefined;
  readonly class?: "breaking" | "deprecation" | undefined;
}

/** A feed, and the time of its last change. */
export interface ReadFeed {
  readonly feed: Feed;
  /**
   * The time of the last change in milliseconds. Undefined if the feed has no entries. Also
   * undefined if the last two changes happened within one second: `Last-Modified` counts seconds,
   * so readers would miss the second change.
   */
  readonly modifiedAt: number | undefined;
}

/** The services that feeds use. */
type FeedServices = Pick<HttpServices, "storage" | "addresses" | "authority" | "title">;

/** The data of a feed: its versions, and the selection. */
export interface FeedContent {
  readonly versions: readonly PublishedVersion[];
  /** The withdrawn versions, which stay in feeds. */
  readonly withdrawn?: readonly WithdrawnVersion[];
  readonly selection: FeedSelection;
  /** If set, the feed shows only changes that affect an operation with this tag. */
  readonly tag?: string;
}

/** The maximum number of versions in a feed. */
export const MAX_ENTRIES = 100;

const shown = { breaking: "breaking", deprecation: "deprecations" } as const;

/** The classes of changes that a selection shows. */
export const selectedClasses = {
  breaking: ["breaking", "potentially-breaking"],
  deprecation: ["deprecation"],
} as const;

/**
 * Reads the newest versions of a branch as a feed. Returns undefined for a branch without versions,
 * except `main`.
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
  return await createFeed(services, owner, { versions, withdrawn, selection });
}

/**
 * Reports whether a branch has a changelog: the branch is `main`, or has or had a published
 * version.
 */
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

/** Converts versions to a feed. The given versions are newest first. */
export async function createFeed(
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
    description: owner.description ?? `Changes of ${owner.title}.`,
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
    // Each branch except `main` adds its name to the feed id.
    feed: isMain ? feed : { ...feed, id: `${feed.id}/${encodeURIComponent(branch)}` },
    modifiedAt: lastChange([...versions, ...withdrawn]),
  };
}

/**
 * Returns the time of the last change of a feed with these versions, as in `ReadFeed.modifiedAt`.
 */
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

/** Returns the URL at which the API serves a feed. */
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
