import { isJsonObject, sortedKeys } from "@specwright/spec-loader";
import type { EnvelopeRule } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { present } from "../reading/present.ts";
import { type RuleFields, type RuleSite, ruleFields } from "./rule-fields.ts";
import { namesKnownMessages } from "./rule-messages.ts";

/** Reads `x-envelope`. A rule of the root omits the messages that the channel does not have. */
export function readEnvelope(
  build: Build,
  site: RuleSite,
  messageIds: ReadonlySet<string>,
): EnvelopeRule | undefined {
  const fields = ruleFields(build, site.place);
  const time = fields.optionalObject("time");
  const heartbeat = fields.optionalObject("heartbeat");
  const error = fields.optionalObject("error");
  const rule: EnvelopeRule = present({
    time: time && {
      field: time.text("field"),
      unit: time.choice("unit", ["ns", "us", "ms", "s", "rfc3339"]),
    },
    heartbeat: heartbeat && readHeartbeat(heartbeat),
    error: error && readError(error),
  });
  if (!fields.complete()) return undefined;
  const isKnown = (message: RuleFields | undefined): boolean =>
    message !== undefined && namesKnownMessages(build, site, messageIds, message, ["message"]);
  const [knowsHeartbeat, knowsError] = [isKnown(heartbeat), isKnown(error)];
  return present({
    time: rule.time,
    heartbeat: knowsHeartbeat ? rule.heartbeat : undefined,
    error: knowsError ? rule.error : undefined,
  });
}

function readHeartbeat(fields: RuleFields): EnvelopeRule["heartbeat"] {
  const every = fields.optionalObject("every");
  return present({
    message: fields.text("message"),
    every: every && {
      path: every.pointer("pointer"),
      unit: every.choice("unit", ["ns", "us", "ms", "s"]),
    },
  });
}

function readError(fields: RuleFields): EnvelopeRule["error"] {
  const optionalPointer = (key: string): readonly string[] | undefined =>
    fields.place(key).value === null ? undefined : fields.pointer(key);
  return present({
    message: fields.text("message"),
    code: fields.pointer("code"),
    text: optionalPointer("text"),
    details: optionalPointer("details"),
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
