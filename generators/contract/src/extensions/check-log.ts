import type { StreamRules } from "../model/stream-rules.ts";
import type { Build } from "../reading/build.ts";
import {
  listItems,
  type ObjectPlace,
  type Place,
  placeAt,
  pointerSegments,
} from "../reading/place.ts";
import { reportExtension } from "./rule-fields.ts";
import type { RuleSite } from "./rule-sites.ts";

/** The values that the counter of a channel without topics must have. */
const expected = { scope: "connection", step: "one", gap: "reconnect" } as const;

/** The members that the counter of a channel without topics must not have. */
const unused = ["starts", "key", "from", "previous", "first", "lower"] as const;

/** Checks the counter of a channel without topics. Clients use the numbers of the counter to resume. */
export function checkLog(
  build: Build,
  { place }: RuleSite<ObjectPlace>,
  { counters: [counter, ...others], resume }: StreamRules,
): void {
  if (counter === undefined) return;
  const list = placeAt(place, "counters") ?? place;
  const complain = (message: string, key = ""): void => {
    reportExtension(build, placeAt(listItems(list)[0], key) ?? list, message);
  };
  if (resume === undefined) {
    complain(
      "`resume` is missing; a channel without topics has numbers so that clients can resume.",
    );
    return;
  }
  if (others.length > 0) {
    complain("A channel without topics can have only one counter.");
    return;
  }
  for (const [key, value] of Object.entries(expected) as [keyof typeof expected, string][]) {
    if (counter[key] === value) continue;
    complain(`\`${key}\` must be \`${value}\` on a channel without topics.`, key);
  }
  for (const key of unused) {
    if (counter[key] === undefined) continue;
    complain(`\`${key}\` has no effect on a channel without topics.`, key);
  }
  if (counter.messages.includes("*")) {
    const message = "On a channel without topics, list each message by its name instead of `*`.";
    complain(message, "messages");
  }
  checkOwnMember(build, placeAt(listItems(list)[0], "at"));
  checkOwnMember(build, placeAt(place, "resume", "watermark"));
}

/** Reports a pointer that does not point to a top-level member of the frame. */
export function checkOwnMember(build: Build, place: Place | undefined): void {
  if (place === undefined) return;
  if (typeof place.value === "string" && pointerSegments(place.value).length === 1) return;
  const name = pointerSegments(place.pointer).at(-1);
  const message = `\`${name}\` must be a JSON Pointer to a top-level member of the frame, such as \`/seq\`.`;
  reportExtension(build, place, message);
}
