import { isIP } from "node:net";
import type { Variable } from "./variable-reader.ts";

/** Parses a comma-separated list of addresses and networks whose `X-Forwarded-For` is trusted. */
export function trustedProxies(name: string): Variable<readonly string[]> {
  return {
    name,
    want: "addresses or networks such as 10.0.0.0/8, with commas between them",
    parse(text) {
      const proxies = text.split(",").map((proxy) => proxy.trim());
      return proxies.every(isNetwork) ? proxies : undefined;
    },
  };
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
