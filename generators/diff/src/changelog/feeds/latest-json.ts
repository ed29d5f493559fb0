import { isLowerVersion } from "../../report/bump.ts";
import { countChanges } from "../../report/describe-change.ts";
import { orderReleases } from "../releases/order-releases.ts";
import type { Release } from "../releases/release.ts";
import { releaseTitle } from "../releases/release-title.ts";
import { cleanText } from "../text/markup.ts";
import { webAddress } from "../text/web-address.ts";

/**
 * Returns JSON about the latest release of an interface; `undefined` if the interface has no release. The
 * latest release is the one with the highest SemVer version, or the newest release if the versions are not
 * numbers. The JSON has the version, the date (`null` if unknown), the URL of the release or else of the
 * interface, and the number of changes in each class.
 *
 * @throws {ChangelogError} `duplicate_version`, `invalid_date`, `invalid_url`.
 */
export function latestJson(
  releases: readonly Release[],
  id: string,
  { releaseUrl }: { readonly releaseUrl?: (release: Release) => string } = {},
): string | undefined {
  const [newest, ...earlier] = orderReleases(releases.filter((each) => each.interface.id === id));
  if (newest === undefined) return undefined;
  const release = earlier.reduce(
    (highest, each) =>
      isLowerVersion(highest.version, each.release.version) === true ? each.release : highest,
    newest.release,
  );
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
