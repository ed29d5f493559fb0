import type { Variable } from "./variable-reader.ts";

/** Reads a list of origins, as a browser writes them, with commas between them. */
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
