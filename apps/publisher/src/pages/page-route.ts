// The paths of pages. They are the same as in a static site.

/**
 * A parsed path. The path of a page ends with `.html`, even if the request is for its Markdown.
 */
export type PageRoute =
  | { readonly kind: "site"; readonly path: string }
  | { readonly kind: "interface"; readonly name: string; readonly path: string }
  | {
      readonly kind: "version";
      readonly name: string;
      readonly number: number;
      readonly path: string;
    }
  | {
      readonly kind: "document";
      readonly name: string;
      readonly number: number;
      readonly file: string;
    }
  | { readonly kind: "asset"; readonly name: string }
  | { readonly kind: "redirect"; readonly to: string };

const interfaceName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const versionNumber = /^[1-9]\d{0,8}$/;

/** Parses a path; undefined if it is not the path of a page. */
export function pageRoute(pathname: string): PageRoute | undefined {
  const segments = decodeSegments(pathname);
  if (segments === undefined) return undefined;
  const [first = "", ...rest] = segments;
  const [name = "", ...others] = rest;
  if (first === "assets") return others.length === 0 ? { kind: "asset", name } : undefined;
  if (rest.length === 0) return siteRoute(first);
  return interfaceName.test(first) ? interfaceRoute(first, rest) : undefined;
}

/**
 * Returns the decoded segments of a path; undefined if a segment contains a slash or a control
 * character.
 */
function decodeSegments(pathname: string): readonly string[] | undefined {
  try {
    const segments = pathname.slice(1).split("/").map(decodeURIComponent);
    const isClean = segments.every((each) => !/[/\\\p{Cc}]/u.test(each) && !/^\.\.?$/.test(each));
    return isClean ? segments : undefined;
  } catch {
    return undefined;
  }
}

function siteRoute(name: string): PageRoute | undefined {
  if (name === "") return { kind: "site", path: "index.html" };
  if (name.includes(".")) return { kind: "site", path: name };
  return interfaceName.test(name) ? { kind: "redirect", to: `/${name}/` } : undefined;
}

function interfaceRoute(name: string, segments: readonly string[]): PageRoute | undefined {
  const [first = "", second = "", ...rest] = segments;
  // In a static site, a version has a name instead of a number in its path. `numberedPath` converts
  // these paths.
  if (first !== "versions" || !versionNumber.test(second)) {
    return { kind: "interface", name, path: pagePath(segments) };
  }
  const number = Number(second);
  if (segments.length === 2) return { kind: "redirect", to: `/${name}/versions/${second}/` };
  const [third, ...file] = rest;
  if (third === "document") return { kind: "document", name, number, file: file.join("/") };
  return { kind: "version", name, number, path: pagePath(rest) };
}

function pagePath(segments: readonly string[]): string {
  const path = segments.join("/");
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}
