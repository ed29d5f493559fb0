import { ChangelogError } from "../changelog-error.ts";
import { type Release, releaseKey } from "./release.ts";
import { timeOf } from "./release-date.ts";

/** A release with its times and its position in the order. */
export interface PlacedRelease {
  readonly release: Release;
  /**
   * The time of the release in milliseconds. For an undated release, the time of the last dated release
   * before it, or 0 if no such release exists.
   */
  readonly time: number;
  /**
   * The time by which releases are sorted, in milliseconds. A release that is dated before its predecessor
   * gets the `order` of the predecessor, so that it stays after the predecessor.
   */
  readonly order: number;
  /** The time at which the content of the release last changed: `order`, or later. */
  readonly revised: number;
  readonly isDated: boolean;
  /** Whether this is the first release of its interface or branch. */
  readonly isFirst: boolean;
}

/**
 * Orders releases, the newest first. The releases of each interface must be given in order of publication,
 * the oldest first. Wrong dates do not change the order within an interface.
 *
 * @throws {ChangelogError} `invalid_date`, or `duplicate_version` if two releases of an interface
 *   have the same key.
 */
export function orderReleases(releases: readonly Release[]): readonly PlacedRelease[] {
  const lastTimes = new Map<string, number>();
  const lastOrders = new Map<string, number>();
  const known = new Set<string>();
  const begun = new Set<string>();
  const placed = releases.map((release): PlacedRelease => {
    const { id } = release.interface;
    const key = JSON.stringify([id, releaseKey(release)]);
    if (known.has(key)) {
      const name = releaseKey(release);
      throw new ChangelogError(
        "duplicate_version",
        `The interface ${id} has version ${name} twice.`,
      );
    }
    known.add(key);
    const line = JSON.stringify([id, release.branch ?? ""]);
    const isFirst = release.previous === undefined && !begun.has(line);
    if (release.withdrawn === undefined) begun.add(line);
    const isDated = release.date !== undefined;
    const time = release.date === undefined ? (lastTimes.get(id) ?? 0) : timeOf(release.date);
    lastTimes.set(id, time);
    const order = Math.max(time, lastOrders.get(id) ?? 0);
    lastOrders.set(id, order);
    const revised = release.revised === undefined ? order : timeOf(release.revised);
    return { release, time, order, revised: Math.max(order, revised), isDated, isFirst };
  });
  // The sort is stable. If two releases have the same time, the one that comes later in the input comes
  // first.
  return placed.reverse().sort((left, right) => right.order - left.order);
}
