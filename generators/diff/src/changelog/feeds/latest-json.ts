import { countChanges } from "../../report/describe-change.ts";
import { orderReleases } from "../releases/order-releases.ts";
import type { Release } from "../releases/release.ts";
import { releaseTitle } from "../releases/release-title.ts";
import { cleanText } from "../text/markup.ts";
import { webAddress } from "../text/web-address.ts";

/**
 * Writes what a script wants to know of the newest release of an interface: its version, its date
 * (`null` if nobody knows it), its page or else that of the interface, and how many changes of each class it has. Returns
 * `undefined` if the interface has no release.
 *
 * @throws {ChangelogError} `duplicate_version`, `invalid_date`, `invalid_url`.
 */
export function latestJson(
  releases: readonly Release[],
  id: string,
  { releaseUrl }: { readonly releaseUrl?: (release: Release) => string } = {},
): string | undefined {
  const release = orderReleases(releases.filter((each) => each.interface.id === id))[0]?.release;
  if (release === undefined) return undefined;
  const document = {
    interface: cleanText(id),
    version: cleanText(release.version),
    date: release.date ?? null,
    title: cleanText(releaseTitle(release)),
    url: webAddress(releaseUrl?.(release) ?? release.interface.url),
    changes: countChanges(release.changes),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
