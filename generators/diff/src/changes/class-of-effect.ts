import type { Effect } from "@specwright/schemas";
import type { ChangeClass, Direction } from "./change.ts";

/**
 * Returns the class of a change by its effect on the set of accepted values. A change is safe if the
 * provider still accepts every value that it accepted before, and sends no new values.
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
