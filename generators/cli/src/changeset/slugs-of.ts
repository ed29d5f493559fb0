import { documentSlug } from "../documents/document-slug.ts";

/** Returns a unique short name for each path. The names are used in file names. */
export function slugsOf(paths: readonly string[]): ReadonlyMap<string, string> {
  const short = paths.map((path) => slugText(documentSlug(path)));
  return new Map(
    paths.map((path, index) => {
      const slug = short[index] ?? "";
      const isShared = short.some((each, other) => each === slug && other !== index);
      return [path, isShared || slug === "" ? slugText(path.replace(/\.(ya?ml|json)$/, "")) : slug];
    }),
  );
}

function slugText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
