import type { Variable } from "./variable-reader.ts";

/** Parses a comma-separated list of origins, written as browsers write them. */
export function originList(name: string): Variable<readonly string[]> {
  return {
    name,
    want: "a list of origins such as https://shop.example.com, without a path",
    parse(text) {
      const origins = text.split(",").map((origin) => origin.trim());
      return origins.every(isOrigin) ? origins : undefined;
    },
  };
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
