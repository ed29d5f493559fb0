import { sunsetOf } from "../lifecycle/sunset.ts";

/**
 * Returns how the base announced a removal, as the last words of a sentence: ", as announced for
 * 2027-01-31".
 */
export function announcementText(thing: Parameters<typeof sunsetOf>[0]): string {
  if (!thing.deprecated) return "";
  const { text } = sunsetOf(thing) ?? {};
  return text === undefined ? ", after it was deprecated" : `, as announced for ${text}`;
}
