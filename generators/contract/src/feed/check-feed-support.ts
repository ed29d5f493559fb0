// Reports what the extensions can say of a channel, but the client of a feed does not act on.

import type { FeedExtension, RuleSites } from "../extensions/rule-sites.ts";
import type { Build } from "../reading/build.ts";
import { holdsObject, items, member, members, type Place } from "../reading/place.ts";
import { report } from "../reading/problems.ts";

/**
 * Checks that the client of a feed acts on all that the extensions say. Returns false after reports.
 * Signs of life at the root may be those of other channels.
 */
export function checkFeedSupport(build: Build, sites: RuleSites): boolean {
  let isSupported = true;
  const at = (name: FeedExtension, ...keys: readonly string[]): Place | undefined =>
    keys.reduce<Place | undefined>(
      (place, key) => (place && holdsObject(place) ? member(place, key) : undefined),
      sites.get(name)?.place,
    );
  const complain = (place: Place | undefined, message: string): void => {
    if (place === undefined) return;
    isSupported = false;
    report(build, "EXTENSION_SHAPE", place, message);
  };

  complain(
    at("x-sequence", "resume"),
    "A feed with topics is not resumed: its topics begin with snapshots.",
  );
  complain(
    at("x-subscription", "refusal", "keys"),
    "The client of a feed takes a refusal for one of the whole request.",
  );
  const beats = at("x-heartbeat", "beats");
  for (const beat of beats === undefined ? [] : items(beats)) {
    if (sites.get("x-heartbeat")?.ofRoot === true || !holdsObject(beat)) continue;
    if (member(beat, "everyMs") !== undefined) continue;
    complain(beat, "The client of a feed needs `everyMs`, the longest silence to expect.");
  }
  const books = at("x-book", "topics");
  for (const [, book] of books && holdsObject(books) ? members(books) : []) {
    const number = holdsObject(book) ? member(book, "number") : undefined;
    if (number?.value !== "units-nanos") continue;
    complain(number, "The client of a feed reads prices and quantities as numbers or texts only.");
  }
  return isSupported;
}
