import type { Contract } from "../model/contract.ts";

/**
 * Lists the paths of the server URLs, the longest first. A server without a path is omitted. Each variable
 * has its default value.
 */
export function serverPaths({ servers }: Contract): readonly string[] {
  const paths = servers.map(({ url, variables }) => {
    const filled = url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
      const value = variables.get(name)?.["default"];
      return typeof value === "string" ? value : whole;
    });
    if (!URL.canParse(filled, "http://localhost")) return "";
    return new URL(filled, "http://localhost").pathname.replace(/\/$/, "");
  });
  const unique = [...new Set(paths)].filter((path) => path !== "");
  return unique.toSorted((a, b) => b.length - a.length);
}
