import { sunsetOf } from "../lifecycle/sunset.ts";

/** Says what clients knew about the removal of a thing, as the end of a sentence. */
export function announcement(thing: Parameters<typeof sunsetOf>[0]): string {
  if (!thing.deprecated) return "";
  const { text } = sunsetOf(thing) ?? {};
  return text === undefined ? ", after it was deprecated" : `, as announced for ${text}`;
}
