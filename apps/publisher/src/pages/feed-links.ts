import { feedFormats, feedViews } from "@specwright/diff/changelog";
import type { FrameFeed } from "@specwright/site";
import { interfacePath } from "../http/addresses.ts";
import type { HttpServices } from "../http-services.ts";

const names = { rss: "RSS", atom: "Atom", json: "JSON Feed" } as const;
const queries = {
  all: "",
  breaking: "?class=breaking",
  deprecations: "?class=deprecation",
} as const;

/** Returns the feeds of a branch other than `main`, for `versions.html`. */
export function branchFeedLinks(
  { addresses }: Pick<HttpServices, "addresses">,
  name: string,
  branch: string,
): readonly { readonly text: string; readonly path: string }[] {
  const query = `?branch=${encodeURIComponent(branch)}`;
  return feedFormats.map((format) => ({
    text: names[format],
    path: `${interfacePath(addresses, name)}/changelog.${format}${query}`,
  }));
}

/** Returns the feeds that the pages of an interface link to, at their addresses in the API. */
export function interfaceFeedLinks(
  { addresses }: Pick<HttpServices, "addresses">,
  { name, title }: { readonly name: string; readonly title: string },
): readonly FrameFeed[] {
  return feedViews.flatMap(({ show, title: words }) =>
    feedFormats.map((format) => ({
      format,
      title: `${title}${show === "all" ? "" : `: ${words}`} (${names[format]})`,
      path: `${interfacePath(addresses, name)}/changelog.${format}${queries[show]}`,
    })),
  );
}
