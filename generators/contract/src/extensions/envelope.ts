import { isJsonObject, sortedKeys } from "@specwright/spec-loader";
import type { EnvelopeRule } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { present } from "../reading/place.ts";
import { type RuleFields, ruleFields } from "./rule-fields.ts";
import { namesKnownMessages } from "./rule-messages.ts";
import type { RuleSite } from "./rule-sites.ts";

/**
 * Reads what `x-envelope` and `x-heartbeat` say of all messages of a channel. A rule of the root
 * omits the messages that the channel does not have.
 */
export function readEnvelope(
  build: Build,
  site: RuleSite | undefined,
  heartbeatSite: RuleSite | undefined,
  messageIds: ReadonlySet<string>,
): EnvelopeRule | undefined {
  if (site === undefined && heartbeatSite === undefined) return undefined;
  const fields = site && ruleFields(build, site.place);
  const time = fields?.optionalObject("time");
  const error = fields?.optionalObject("error");
  return present({
    time: time && {
      field: time.ownMember("at"),
      unit: time.choice("unit", ["ns", "us", "ms", "s", "rfc3339"]),
    },
    heartbeat: heartbeatSite && readHeartbeat(build, heartbeatSite, messageIds),
    error:
      site && error && namesKnownMessages(build, site, messageIds, error, ["message"])
        ? readError(error)
        : undefined,
  });
}

/** Reads the first message of `x-heartbeat` that the server sends. */
function readHeartbeat(
  build: Build,
  site: RuleSite,
  messageIds: ReadonlySet<string>,
): EnvelopeRule["heartbeat"] {
  const beat = ruleFields(build, site.place)
    .objects("beats")
    .find(
      (each) => each.place("from").value === "server" && each.optionalText("message") !== undefined,
    );
  if (beat === undefined || !namesKnownMessages(build, site, messageIds, beat, ["message"])) {
    return undefined;
  }
  const every = beat.optionalObject("every");
  return present({
    message: beat.text("message"),
    every: every && {
      path: every.pointer("at"),
      unit: every.choice("unit", ["ns", "us", "ms", "s"]),
    },
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
