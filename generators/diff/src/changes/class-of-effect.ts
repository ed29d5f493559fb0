import type { Effect } from "@specwright/schemas";
import type { ChangeClass, Direction } from "./change.ts";

/**
 * Returns the class of a change by what it does to the set of accepted values: the provider must
 * read what it read before, and write nothing that it did not write before.
 */
export function classOfEffect(effect: Effect, direction: Direction): ChangeClass {
  switch (effect) {
    case "equal":
      return "non-breaking";
    case "widens":
      return direction === "request" ? "non-breaking" : "breaking";
    case "narrows":
      return direction === "response" ? "non-breaking" : "breaking";
    case "incomparable":
      return "breaking";
    case "unknown":
      return "potentially-breaking";
    default:
      return effect satisfies never;
  }
}
