import { isJsonArray } from "@specwright/spec-loader";
import type { SequenceRule } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { present } from "../reading/place.ts";
import { readFilters } from "./filter-sources.ts";
import { type RuleFields, reportExtension, ruleFields } from "./rule-fields.ts";
import { namesKnownMessages } from "./rule-messages.ts";
import type { RuleSite } from "./rule-sites.ts";

/** The values that the counter of a channel without topics must have. */
const expected = { scope: "connection", step: "one", gap: "reconnect" } as const;

/** The members that the counter of such a channel must not have. */
const unused = ["starts", "key", "from", "previous", "first", "lower"];

/**
 * Reads `x-sequence` of a channel without topics, whose numbers serve to resume. A rule of the root
 * counts those of its messages that the channel has.
 */
export function readSequence(
  build: Build,
  site: RuleSite,
  messageIds: ReadonlySet<string>,
): SequenceRule | undefined {
  const fields = ruleFields(build, site.place);
  const counters = fields.objects("counters");
  const [counter] = counters;
  if (counter === undefined) return undefined;
  const own = (ids: readonly string[]): readonly string[] =>
    site.ofRoot ? ids.filter((id) => messageIds.has(id)) : ids;
  if (own(counter.texts("messages")).length === 0) return undefined;
  const resume = fields.optionalObject("resume");
  if (counters.length > 1 || resume === undefined) {
    const message =
      resume === undefined
        ? "A channel without topics is numbered so that clients resume, but `resume` is missing."
        : "A channel without topics has one counter.";
    reportExtension(build, fields.place("counters"), message);
    return undefined;
  }
  if (!fits(build, counter)) return undefined;
  const tooOld = resume.object("tooOld");
  const identity = resume.optionalObject("identity");
  const rule: SequenceRule = present({
    field: counter.ownMember("at"),
    counts: own(counter.texts("messages")),
    repeats: own(counter.optionalTexts("repeats")),
    resumeParameter: resume.text("parameter"),
    endOfBacklog: resume.text("endOfBacklog"),
    tooOld: { errorCode: tooOld.text("errorCode"), closeCode: tooOld.count("closeCode") },
    lastNumberPath: resume.optionalPointer("lastNumber"),
    watermarkField:
      resume.place("watermark").value === null ? undefined : resume.ownMember("watermark"),
    identity: identity && {
      parameter: identity.text("parameter"),
      header: identity.text("header"),
      path: identity.pointer("at"),
    },
    ...readFilters(resume, site.channelId),
    ownerPath: resume.optionalPointer("owner"),
  });
  const areCounted =
    site.ofRoot || namesKnownMessages(build, site, messageIds, counter, ["messages", "repeats"]);
  const endIsKnown = namesKnownMessages(build, site, messageIds, resume, ["endOfBacklog"]);
  return areCounted && endIsKnown ? rule : undefined;
}

function fits(build: Build, counter: RuleFields): boolean {
  let isFit = true;
  const complain = (key: string, message: string): void => {
    isFit = false;
    reportExtension(build, counter.place(key), message);
  };
  for (const [key, value] of Object.entries(expected)) {
    if (counter.text(key) === value) continue;
    complain(key, `\`${key}\` must be \`${value}\` on a channel without topics.`);
  }
  for (const key of unused) {
    if (counter.place(key).value === null) continue;
    complain(key, `\`${key}\` has no meaning on a channel without topics.`);
  }
  const { value } = counter.place("messages");
  if (isJsonArray(value) && value.includes("*")) {
    complain("messages", "The messages of a channel without topics must be named one by one.");
  }
  return isFit;
}
