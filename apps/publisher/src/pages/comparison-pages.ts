import type { Change } from "@specwright/diff";
import { comparePages, html, type SitePage } from "@specwright/site";
import { diffOfVersions } from "../diffs/accept-diff.ts";
import { readChanges } from "../feeds/read-releases.ts";
import type { HttpServices } from "../http-services.ts";
import { FULL_SHARE_RETRY_SEC, READERS_SHARE } from "../jobs/job-share.ts";
import { readReference } from "../present/read-framing.ts";
import type { PublishedVersion } from "../storage/version.ts";
import { readSource } from "./change-pages.ts";
import { inInterface } from "./in-interface.ts";
import type { InterfaceView } from "./read-interface.ts";
import type { ShownPage } from "./shown-page.ts";

/** Shows the comparison of two versions, or a page that reloads until the comparison is ready. */
export async function showComparison(
  services: HttpServices,
  view: InterfaceView,
  path: string,
): Promise<ShownPage | undefined> {
  const [, from, to, fingerprint] =
    /^compare\/([1-9]\d{0,8})\.\.\.([1-9]\d{0,8})(?:(?:-\d+)?|\/changes\/([0-9a-f]{12,64}))\.html$/.exec(
      path,
    ) ?? [];
  const base = view.versions.find(({ number }) => `${number}` === from);
  const head = view.versions.find(({ number }) => `${number}` === to);
  if (base === undefined || head === undefined) return undefined;
  const ownerId = await comparisonOwner(services, base, head);
  if (ownerId === "processing") {
    const shown = await inInterface(services, view, { page: waitingPage(path) });
    return { ...shown, modifiedAt: undefined, status: 202, headers: { Refresh: "1" } };
  }
  if (ownerId === "share_full") {
    const shown = await inInterface(services, view, { page: busyPage(path) });
    const wait = `${FULL_SHARE_RETRY_SEC}`;
    const headers = { "Retry-After": wait, Refresh: wait };
    return { ...shown, modifiedAt: undefined, status: 429, headers };
  }
  if (ownerId === "failed") {
    return await inInterface(services, view, { page: failedPage(path) });
  }
  const page = await comparisonPage(services, view, { base, head, ownerId, path, fingerprint });
  return page && (await inInterface(services, view, { page }));
}

/** Returns the owner of the changes between two versions; undefined if a version does not exist. */
async function comparisonOwner(
  services: HttpServices,
  base: PublishedVersion,
  head: PublishedVersion,
): Promise<string | undefined> {
  if (head.id === base.id) return undefined;
  if (head.previousId === base.id) return head.id;
  const diff = await diffOfVersions(services, base, head, READERS_SHARE);
  if (diff === "share_full") return diff;
  if (diff.state === "done") return diff.id;
  return diff.state === "processing" ? "processing" : "failed";
}

async function comparisonPage(
  services: HttpServices,
  view: InterfaceView,
  asked: {
    readonly base: PublishedVersion;
    readonly head: PublishedVersion;
    readonly ownerId: string | undefined;
    readonly path: string;
    /** The fingerprint of the requested change; undefined for all changes. */
    readonly fingerprint: string | undefined;
  },
): Promise<SitePage | undefined> {
  const { pages } = services.storage.committed;
  const readComparable = async (version: PublishedVersion, place: Change["base"]) => {
    const release = view.releases[view.versions.indexOf(version)];
    if (release === undefined) return undefined;
    const source = await readSource(services, version, place?.file);
    return { release, reference: await readReference(pages, version), source };
  };
  const changes = await askedChanges(services, asked);
  const one = asked.fingerprint === undefined ? undefined : changes[0];
  const base = await readComparable(asked.base, one?.base);
  const head = await readComparable(asked.head, one?.revision);
  if (base === undefined || head === undefined) return undefined;
  const options = { hasReverse: true, hasChangePages: true };
  for (const page of comparePages({ base, head, changes, ...options })) {
    if (page.path === asked.path) return page;
  }
  return undefined;
}

/** Returns the changes that a page shows: one, or all. */
async function askedChanges(
  services: HttpServices,
  {
    ownerId,
    fingerprint,
  }: { readonly ownerId: string | undefined; readonly fingerprint: string | undefined },
): Promise<readonly Change[]> {
  if (ownerId === undefined) return [];
  if (fingerprint === undefined) return await readChanges(services, ownerId);
  const one = await services.storage.committed.changes.byFingerprint(ownerId, fingerprint);
  return one === undefined ? [] : [one];
}

function waitingPage(path: string): SitePage {
  const main = html`<h1>Comparing the versions</h1>
<p>This page shows the changes as soon as they are ready.</p>
`;
  return messagePage(path, "Comparing the versions", main.text);
}

function busyPage(path: string): SitePage {
  const main = html`<h1>Many comparisons are waiting</h1>
<p>Too many other comparisons are queued. This page reloads in ${`${FULL_SHARE_RETRY_SEC}`} seconds.</p>
`;
  return messagePage(path, "Many comparisons are waiting", main.text);
}

function failedPage(path: string): SitePage {
  const main = html`<h1>Not compared</h1>
<p>These versions cannot be compared: the comparison exceeds the limit of time or memory, or the documents are of different kinds.</p>
`;
  return messagePage(path, "Not compared", main.text);
}

function messagePage(path: string, title: string, main: string): SitePage {
  return {
    path,
    kind: "compare",
    title,
    description: "",
    main,
    markdown: `# ${title}\n`,
    search: [],
  };
}
