import { isJsonArray } from "@specwright/spec-loader";
import type { Build } from "../reading/build.ts";
import { items } from "../reading/place.ts";
import { report } from "../reading/problems.ts";
import type { RuleFields } from "./rule-fields.ts";
import type { RuleSite } from "./rule-sites.ts";

/**
 * Reports whether a rule applies to the messages of a channel. For a rule written on the channel,
 * every unknown message is a diagnostic; a rule at the root simply does not apply to a channel
 * without them.
 */
export function namesKnownMessages(
  build: Build,
  site: RuleSite,
  messageIds: ReadonlySet<string>,
  fields: RuleFields,
  keys: readonly string[],
): boolean {
  let known = true;
  for (const key of keys) {
    const field = fields.place(key);
    for (const place of isJsonArray(field.value) ? items(field) : [field]) {
      if (typeof place.value !== "string" || messageIds.has(place.value)) continue;
      known = false;
      if (site.ofRoot) continue;
      report(build, "EXTENSION_MESSAGE", place, `The channel has no message \`${place.value}\`.`);
    }
  }
  return known;
}
