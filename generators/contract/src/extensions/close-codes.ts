import { isJsonArray } from "@specwright/spec-loader";
import type { CloseCode } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { items, kindOf } from "../reading/place.ts";
import { report } from "../reading/problems.ts";
import { type RuleSite, ruleFields } from "./rule-fields.ts";

const reactions: readonly CloseCode["client"][] = ["stop", "reconnect", "resync"];

/** Reads `x-close-codes`, in the order of the list; a code may have several meanings. */
export function readCloseCodes(build: Build, { place }: RuleSite): CloseCode[] | undefined {
  if (!isJsonArray(place.value)) {
    const message = `\`x-close-codes\` must be a list, but is ${kindOf(place.value)}.`;
    report(build, "EXTENSION_SHAPE", place, message);
    return undefined;
  }
  const codes: CloseCode[] = [];
  for (const item of items(place)) {
    const fields = ruleFields(build, item);
    const reaction = fields.text("client");
    const client = reactions.find((known) => known === reaction);
    const code = {
      code: fields.count("code"),
      name: fields.text("name"),
      description: fields.text("description"),
    };
    if (!fields.complete()) continue;
    if (client === undefined) {
      const message = `\`client\` must be one of ${reactions.join(", ")}, but is \`${reaction}\`.`;
      report(build, "EXTENSION_SHAPE", fields.place("client"), message);
      continue;
    }
    codes.push({ ...code, client });
  }
  return codes;
}
