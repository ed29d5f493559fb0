import type { FeedFormat } from "@specwright/diff/changelog";
import type { FeedSelection } from "./read-feed.ts";

/** A requested feed. */
export interface FeedRoute {
  readonly name: string;
  readonly format: FeedFormat;
  readonly selection: FeedSelection;
}

/**
 * The feeds that pages link to. Readers rarely request other feeds, such as the feeds of branches.
 */
const selections: ReadonlyMap<string, FeedSelection> = new Map([
  ["", {}],
  ["?class=breaking", { class: "breaking" }],
  ["?class=deprecation", { class: "deprecation" }],
]);

/** Returns a function that finds the feed of a request target; undefined for other targets. */
export function feedRoutes(prefix: string): (url: string) => FeedRoute | undefined {
  const start = `${prefix}/interfaces/`;
  const rest = /^([a-z0-9-]{1,64})\/changelog\.(rss|atom|json)(\?[a-z=]+)?$/;
  return (url) => {
    if (!url.startsWith(start)) return undefined;
    const [, name, format, query = ""] = rest.exec(url.slice(start.length)) ?? [];
    const selection = selections.get(query);
    if (name === undefined || selection === undefined) return undefined;
    if (format !== "rss" && format !== "atom" && format !== "json") return undefined;
    return { name, format, selection };
  };
}
