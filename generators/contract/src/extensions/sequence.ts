import type { SequenceRule } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { present } from "../reading/present.ts";
import { readFilters } from "./filter-sources.ts";
import { type RuleSite, ruleFields } from "./rule-fields.ts";
import { namesKnownMessages } from "./rule-messages.ts";

/** Reads `x-sequence`. A rule of the root counts those of its messages that the channel has. */
export function readSequence(
  build: Build,
  site: RuleSite,
  messageIds: ReadonlySet<string>,
): SequenceRule | undefined {
  const fields = ruleFields(build, site.place);
  const tooOld = fields.object("tooOld");
  const identity = fields.optionalObject("identity");
  const has = (key: string): boolean => fields.place(key).value !== null;
  const own = (ids: readonly string[]): readonly string[] =>
    site.ofRoot ? ids.filter((id) => messageIds.has(id)) : ids;
  const rule: SequenceRule = present({
    field: fields.text("field"),
    counts: own(fields.texts("counts")),
    repeats: own(fields.optionalTexts("repeats")),
    resumeParameter: fields.text("resumeParameter"),
    endOfBacklog: fields.text("endOfBacklog"),
    tooOld: { errorCode: tooOld.text("errorCode"), closeCode: tooOld.count("closeCode") },
    lastNumberPath: has("lastNumber") ? fields.pointer("lastNumber") : undefined,
    watermarkField: fields.optionalText("watermarkField"),
    identity: identity && {
      parameter: identity.text("parameter"),
      header: identity.text("header"),
      path: identity.pointer("pointer"),
    },
    ...readFilters(fields, site.channelId),
    ownerPath: has("owner") ? fields.pointer("owner") : undefined,
  });
  if (!fields.complete() || rule.counts.length === 0) return undefined;
  const keys = site.ofRoot ? ["endOfBacklog"] : ["counts", "repeats", "endOfBacklog"];
  return namesKnownMessages(build, site, messageIds, fields, keys) ? rule : undefined;
}
