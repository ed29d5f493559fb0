// The contents of a mail about a version. Only the link to unsubscribe differs between subscribers.

import { type Change, classTitles, oneLine, plainSentence } from "@specwright/diff";
import { createFeed } from "../feeds/read-feed.ts";
import { changesUrl, documentationUrl, interfaceUrl } from "../http/addresses.ts";
import type { HttpServices } from "../http-services.ts";
import type { PublishedInterface } from "../storage/interface-repository.ts";
import type { VersionMail } from "../storage/subscriber-repository.ts";
import type { PublishedVersion } from "../storage/version.ts";
import type { MailContents } from "./mail-declarations.ts";
import { maySubscribe } from "./may-subscribe.ts";

type ContentServices = Pick<HttpServices, "storage" | "addresses" | "authority" | "title">;

/** Returns the contents of a mail to one subscriber, with the subscriber's link to unsubscribe. */
export type VersionContents = (unsubscribeLink: string) => MailContents;

/** The maximum number of changes in a mail, in plain text and in HTML. */
const MAX_CHANGES = 100;

/**
 * Returns a function that reads the contents of a mail. The function returns undefined if the
 * version was withdrawn or the interface is no longer public. It caches the changes of the last
 * version, because the mails to all subscribers list the same changes.
 */
export function versionContents(
  services: ContentServices,
): (mail: VersionMail) => Promise<VersionContents | undefined> {
  let last: { readonly key: string; readonly contents: VersionContents } | undefined;
  return async ({ event, versionId, others }) => {
    const { interfaces, versions } = services.storage.committed;
    const version = await versions.byId(versionId);
    if (version?.state !== event) return undefined;
    const owner = await interfaces.byName(version.interface);
    if (!maySubscribe(owner)) return undefined;
    if (version.state === "withdrawn") {
      const values = {
        title: owner.title,
        version: version.facts.version,
        others: others === 0 ? "" : `${others}`,
        reason: version.reason ?? "",
        changelog: `${interfaceUrl(services.addresses, owner.name)}changes.html`,
      };
      return (link) => ({
        mail: "version-withdrawn",
        values: { ...values, unsubscribe_link: link },
      });
    }
    const key = `${version.id} ${version.revisedAt} ${owner.updatedAt}`;
    if (last?.key !== key) {
      last = { key, contents: await publishedContents(services, owner, version) };
    }
    return last.contents;
  };
}

async function publishedContents(
  services: ContentServices,
  owner: PublishedInterface,
  version: PublishedVersion,
): Promise<VersionContents> {
  const { feed } = await createFeed(services, owner, { versions: [version], selection: {} });
  const [entry] = feed.entries;
  if (entry === undefined) throw new TypeError("a version is missing from its feed");
  const { notes = "" } = entry.source.release;
  const text = [notes.trim(), ...changesText(entry.source.changes)].filter((part) => part !== "");
  const values = {
    title: owner.title,
    version: version.facts.version,
    headline: entry.title,
    summary: entry.summary,
    changes: { text: text.join("\n\n"), html: entry.html },
    page: changesUrl(services.addresses, owner.name, version.number),
    reference: documentationUrl(services.addresses, owner.name, version.number),
  };
  return (link) => ({ mail: "version-published", values: { ...values, unsubscribe_link: link } });
}

/** Lists changes under a heading for each class. The given changes are most severe first. */
function changesText(changes: readonly Change[]): readonly string[] {
  const shown = changes.slice(0, MAX_CHANGES);
  const groups = Map.groupBy(shown, (change) => change.class);
  const left = changes.length - shown.length;
  return [
    ...[...groups].flatMap(([each, group]) => [
      `${classTitles[each].heading} (${group.length})`,
      group.map(changeLine).join("\n"),
    ]),
    ...(left > 0 ? [`${left} more ${left === 1 ? "change is" : "changes are"} on the page.`] : []),
  ];
}

function changeLine({ message, why }: Change): string {
  return `- ${oneLine(`${plainSentence(message)} ${plainSentence(why)}`)}`;
}
