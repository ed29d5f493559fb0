import type { CloseCode } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { reportExtension, ruleFields } from "./rule-fields.ts";
import type { RuleSite } from "./rule-sites.ts";

const reactions: readonly CloseCode["client"][] = ["stop", "reconnect", "resync"];

/**
 * Reads the close codes of `x-endings` for a channel whose client is not a feed's: single codes with
 * names, in the order of the list. A code may have several meanings.
 */
export function readCloseCodes(build: Build, { place }: RuleSite): CloseCode[] {
  const fields = ruleFields(build, place);
  if (fields.place("closes").value === null) return [];
  return fields.objects("closes").flatMap((close): CloseCode[] => {
    const reaction = close.text("client");
    const client = reactions.find((known) => known === reaction);
    const code = close.count("codes");
    const [name, description] = [close.text("name"), close.text("description")];
    if (client === undefined) {
      const message = `\`client\` must be one of ${reactions.join(", ")} on such a channel, but is \`${reaction}\`.`;
      reportExtension(build, close.place("client"), message);
    }
    return client === undefined ? [] : [{ code, name, description, client }];
  });
}
