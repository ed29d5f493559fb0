import { isJsonObject, sortedKeys } from "@specwright/spec-loader";
import type { FilterSource, SequenceRule } from "../model/extensions.ts";
import type { RuleFields } from "./rule-fields.ts";

/** Reads `filters` of `x-sequence`: names, with or without the sources of their values. */
export function readFilters(
  fields: RuleFields,
  channelId: string,
): Pick<SequenceRule, "filters" | "filterSources"> {
  const { value } = fields.place("filters");
  if (!isJsonObject(value)) return { filters: fields.optionalTexts("filters") };
  const filters = sortedKeys(value);
  const named = fields.object("filters");
  const sources = filters.map((name): [string, readonly FilterSource[]] => [
    name,
    named.objects(name).map((source) => readSource(source, channelId)),
  ]);
  return { filters, filterSources: Object.fromEntries(sources) };
}

function readSource(fields: RuleFields, channelId: string): FilterSource {
  const has = (key: string): boolean => fields.place(key).value !== null;
  if (has("at")) return { at: fields.pointer("at") };
  if (has("sameAs")) return { sameAs: fields.pointer("sameAs") };
  const through = fields.text("through");
  const { of = channelId, by = through } = {
    of: fields.optionalText("of"),
    by: fields.optionalText("by"),
  };
  return { through, of, by };
}
