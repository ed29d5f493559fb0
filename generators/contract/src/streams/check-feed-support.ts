// Reports what the extensions can say of a channel, but the client of a feed does not act on.

import { reportExtension } from "../extensions/rule-fields.ts";
import type { RuleSites, StreamExtension } from "../extensions/rule-sites.ts";
import type { Build } from "../reading/build.ts";
import { items, member, objectMembers, type Place, placeAt } from "../reading/place.ts";

/** Reports what the client does not act on. Signs of life at the root may be those of other channels. */
export function checkFeedSupport(build: Build, sites: RuleSites): void {
  const at = (name: StreamExtension, ...keys: readonly string[]): Place | undefined =>
    placeAt(sites.get(name)?.place, ...keys);
  const complain = (place: Place | undefined, message: string): void => {
    if (place !== undefined) reportExtension(build, place, message);
  };

  complain(
    at("x-sequence", "resume"),
    "A feed with topics is not resumed: its topics begin with snapshots.",
  );
  complain(
    at("x-subscription", "refusal", "keys"),
    "The client of a feed takes a refusal for one of the whole request.",
  );
  for (const [, topic] of objectMembers(at("x-subscription", "topics"))) {
    for (const name of ["id", "alias"]) {
      complain(
        placeAt(topic, "parameters", name),
        `A parameter cannot be called \`${name}\`: \`{${name}}\` stands for ${name === "id" ? "the id of the request" : "what the server calls the topic"}. Choose another name.`,
      );
    }
  }
  for (const beat of items(at("x-heartbeat", "beats"))) {
    if (sites.get("x-heartbeat")?.ofRoot === true) continue;
    if (placeAt(beat, "everyMs") !== undefined) continue;
    complain(beat, "The client of a feed needs `everyMs`, the longest silence to expect.");
  }
  for (const [, book] of objectMembers(at("x-book", "topics"))) {
    const number = member(book, "number");
    if (number?.value !== "units-nanos") continue;
    complain(number, "The client of a feed reads prices and quantities as numbers or texts only.");
  }
}
