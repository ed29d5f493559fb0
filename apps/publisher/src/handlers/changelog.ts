import type { FeedEntry } from "@specwright/diff/changelog";
import type { ChangelogEntry, ChangelogPage } from "@specwright/publisher-api/types";
import { ProblemError } from "@specwright/rest/server";
import { presentCounts } from "../changes/change-classes.ts";
import { clipText } from "../changes/clip-text.ts";
import { presentChange } from "../changes/present-change.ts";
import { POLLED } from "../feeds/feed-writers.ts";
import { createFeed, hasBranch, selectedClasses } from "../feeds/read-feed.ts";
import { acceptedType } from "../http/accepted-type.ts";
import { rootPath } from "../http/addresses.ts";
import { readNumberCursor, writeCursor } from "../http/list-cursor.ts";
import type { Handlers, HttpServices } from "../http-services.ts";
import { isPrivateBranch, mayReadBranch } from "../interfaces/may-read.ts";
import type { PublishedVersion } from "../storage/version.ts";
import { privateScope } from "../tokens/verify-token.ts";
import { feedValidators, isKnown } from "./feeds.ts";
import { withdrawnError } from "./find-version.ts";
import { SECRET } from "./interfaces.ts";

/**
 * The maximum number of changes per entry. It limits the size of a page, which has twenty entries.
 */
const MAX_CHANGES = 100;

const pages = {
  all: "changes.html",
  breaking: "changes-breaking.html",
  deprecation: "changes-deprecations.html",
} as const;

/** Returns the changelog as JSON, or redirects clients that prefer HTML to its page. */
export function getChangelog(services: HttpServices): Handlers["getChangelog"] {
  const { storage } = services;
  return async ({ path, query = {}, headers = {} }, context) => {
    const type = acceptedType(context.headers.accept, ["application/json", "text/html"]);
    const { limit = 20, cursor, ...selection } = query;
    const { branch: wanted = "main" } = selection;
    const scope = privateScope(context.principal);
    const owner = await storage.committed.interfaces.byName(path.interface);
    if (owner === undefined || !mayReadBranch(owner, wanted, scope)) {
      throw new ProblemError(404, "not_found");
    }
    if (owner.withdrawnAt !== null) throw withdrawnError(null);
    if (!(await hasBranch(services, owner.name, wanted))) throw new ProblemError(404, "not_found");
    if (type === "text/html") {
      const { branch = "main", class: selected = "all" } = selection;
      // Only `main` has a changelog page.
      const newest =
        branch === "main" ? undefined : await storage.committed.versions.newest(owner.name, branch);
      const page = newest ? `versions/${newest.number}/changes.html` : pages[selected];
      const location = `${rootPath(services.addresses)}/${owner.name}/${page}`;
      return { status: 303, headers: { Location: location, Vary: "Accept" } };
    }
    const bound = { interface: owner.name, branch: "main", ...selection };
    const before = cursor === undefined ? undefined : readNumberCursor(cursor, bound);
    const { class: selected } = selection;
    const found = await storage.committed.versions.list({
      interface: owner.name,
      branch: bound.branch,
      limit: limit + 1,
      ...(before === undefined ? {} : { before }),
      ...(selected === undefined ? {} : { classes: selectedClasses[selected] }),
    });
    const versions = found.slice(0, limit);
    const last = versions.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    const { feed, modifiedAt } = await createFeed(services, owner, { versions, selection });
    const entries = new Map(feed.entries.map((each) => [each.source.release.key, each]));
    const body: ChangelogPage = {
      data: versions.flatMap((version) => {
        const entry = entries.get(`${version.number}`);
        return entry === undefined ? [] : presentEntry(version, entry);
      }),
      next_cursor: hasMore ? writeCursor(`${last.position}`, bound) : null,
    };
    const caching = isPrivateBranch(owner, wanted) ? SECRET : POLLED;
    const validators = { ...feedValidators(body, modifiedAt, caching), Vary: "Accept" };
    if (isKnown(headers, validators)) return { status: 304, headers: validators };
    return { status: 200, headers: validators, body };
  };
}

function presentEntry(version: PublishedVersion, entry: FeedEntry): ChangelogEntry {
  const { changes } = entry.source;
  return {
    id: entry.id,
    version_id: version.id,
    interface: version.interface,
    branch: version.branch,
    number: version.number,
    version: clipText(version.facts.version, 256),
    title: clipText(entry.title, 2048),
    bump: version.facts.bump,
    change_counts: presentCounts(version.facts.counts),
    changes: changes.slice(0, MAX_CHANGES).map(presentChange),
    truncated: changes.length > MAX_CHANGES,
    url: entry.url,
    released_at: version.releasedAt,
    published_at: new Date(version.publishedAt).toISOString(),
  };
}
