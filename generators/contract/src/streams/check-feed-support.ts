// Reports members of extensions that the client of a feed does not support.

import { reportExtension } from "../extensions/rule-fields.ts";
import type { RuleSites, StreamExtension } from "../extensions/rule-sites.ts";
import type { Build } from "../reading/build.ts";
import { listItems, memberOf, objectMembers, type Place, placeAt } from "../reading/place.ts";

/**
 * Reports unsupported members. Skips heartbeats at the root of the document, because they can belong to
 * other channels.
 */
export function checkFeedSupport(build: Build, sites: RuleSites): void {
  const at = (name: StreamExtension, ...keys: readonly string[]): Place | undefined =>
    placeAt(sites.get(name)?.place, ...keys);
  const complain = (place: Place | undefined, message: string): void => {
    if (place !== undefined) reportExtension(build, place, message);
  };

  complain(
    at("x-sequence", "resume"),
    "A channel with topics cannot resume: its topics start with snapshots.",
  );
  complain(
    at("x-subscription", "refusal", "keys"),
    "`keys` is not supported: a client treats a refusal as a refusal of the whole request.",
  );
  for (const [, topic] of objectMembers(at("x-subscription", "topics"))) {
    for (const name of ["id", "alias"]) {
      complain(
        placeAt(topic, "parameters", name),
        `A parameter cannot be named \`${name}\`: \`{${name}}\` is ${name === "id" ? "the id of the request" : "the name that the server gives the topic"}. Choose another name.`,
      );
    }
  }
  for (const beat of listItems(at("x-heartbeat", "beats"))) {
    if (sites.get("x-heartbeat")?.ofRoot === true) continue;
    if (placeAt(beat, "everyMs") !== undefined) continue;
    complain(
      beat,
      "`everyMs` is missing: the client of a feed needs the longest time between two beats.",
    );
  }
  for (const [, book] of objectMembers(at("x-book", "topics"))) {
    const number = memberOf(book, "number");
    if (number?.value !== "units-nanos") continue;
    complain(
      number,
      "The client of a feed supports only numbers and strings as prices and quantities.",
    );
  }
}
