import { isJsonObject, sortedKeys } from "@specwright/spec-loader";
import type { EnvelopeRule, MatchRule } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { items, member, type ObjectPlace, present } from "../reading/place.ts";
import { textOf } from "./checked-values.ts";
import { type RuleFields, ruleFields } from "./rule-fields.ts";
import { namesKnownMessages } from "./rule-messages.ts";
import type { RuleSite } from "./rule-sites.ts";

/**
 * Reads what `x-envelope` says of all messages of a channel. A rule of the root omits the messages
 * that the channel does not have.
 */
export function readEnvelope(
  build: Build,
  site: RuleSite<ObjectPlace> | undefined,
  messageIds: ReadonlySet<string>,
): EnvelopeRule | undefined {
  if (site === undefined) return undefined;
  const fields = ruleFields(build, site.place);
  const time = fields.optionalObject("time");
  const error = fields.optionalObject("error");
  return present({
    match: member(site.place, "match") && readMatch(build, site, messageIds),
    time: time && {
      field: time.ownMember("at"),
      unit: time.choice("unit", ["ns", "us", "ms", "s", "rfc3339"]),
    },
    error:
      error && namesKnownMessages(build, site, messageIds, error, ["message"])
        ? readError(error)
        : undefined,
  });
}

function readMatch(
  build: Build,
  site: RuleSite<ObjectPlace>,
  messageIds: ReadonlySet<string>,
): readonly MatchRule[] {
  return items(member(site.place, "match")).flatMap((place): MatchRule[] => {
    const { value } = place;
    if (!isJsonObject(value) || !isJsonObject(value["where"])) return [];
    const fields = ruleFields(build, place);
    if (!namesKnownMessages(build, site, messageIds, fields, ["message"])) return [];
    return [{ message: textOf(value["message"]) ?? "", where: value["where"] }];
  });
}

function readError(fields: RuleFields): EnvelopeRule["error"] {
  return present({
    message: fields.text("message"),
    code: fields.pointer("code"),
    text: fields.optionalPointer("text"),
    details: fields.optionalPointer("details"),
    codes: readCodes(fields),
  });
}

function readCodes(fields: RuleFields): Readonly<Record<string, string>> | undefined {
  const { value } = fields.place("codes");
  if (value === null) return undefined;
  const codes = fields.object("codes");
  const names = isJsonObject(value) ? sortedKeys(value) : [];
  return Object.fromEntries(names.map((name) => [name, codes.text(name)]));
}
