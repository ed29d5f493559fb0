import { releaseId } from "@specwright/diff/changelog";
import type { VersionEvent } from "@specwright/publisher-api/types";
import { clipText } from "../changes/clip-text.ts";
import { releasesOf } from "../feeds/read-releases.ts";
import { changesUrl } from "../http/addresses.ts";
import type { HttpServices } from "../http-services.ts";
import { presentVersion } from "../present/present-version.ts";
import type { WebhookDelivery } from "../storage/webhook-repository.ts";

/**
 * Returns the message of a delivery; undefined if the message is outdated, because the version was
 * withdrawn.
 */
export async function readEvent(
  services: Pick<HttpServices, "storage" | "addresses" | "authority">,
  { versionId, event, createdAt }: Pick<WebhookDelivery, "versionId" | "event" | "createdAt">,
): Promise<VersionEvent | undefined> {
  const { storage, addresses, authority } = services;
  const version = await storage.committed.versions.byId(versionId);
  if (version?.state !== event) return undefined;
  const owner = await storage.committed.interfaces.byName(version.interface);
  const [release] = owner === undefined ? [] : releasesOf(services, owner, [version]);
  if (release === undefined) return undefined;
  const about = {
    id: releaseId(authority, release),
    version_id: version.id,
    interface: version.interface,
    branch: version.branch,
    number: version.number,
    version: clipText(version.facts.version, 256),
    url: changesUrl(addresses, version.interface, version.number),
  };
  const timestamp = new Date(createdAt).toISOString();
  if (version.state === "withdrawn") {
    const data = { ...about, reason: version.reason };
    return { type: "version.withdrawn", timestamp, data };
  }
  const shown = presentVersion(version, [], addresses);
  return {
    type: "version.published",
    timestamp,
    data: {
      ...about,
      doc_url: shown.doc_public_url,
      release_title: shown.release_title,
      summary: shown.diff_summary,
      bump: shown.bump,
      breaking: shown.diff_breaking,
      change_counts: shown.change_counts,
      released_at: shown.released_at,
      published_at: shown.published_at,
    },
  };
}
