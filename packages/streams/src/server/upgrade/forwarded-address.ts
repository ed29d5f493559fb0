import { isIP } from "node:net";

/**
 * Returns the address that the nearest proxy reports, for the log: the last one of
 * `X-Forwarded-For`, without a port. A client without a proxy may send any address, so log it in
 * addition to the peer's address. Undefined for anything but an address.
 */
export function forwardedAddress(rawHeaders: readonly string[]): string | undefined {
  const values = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "x-forwarded-for",
  );
  const last = values.join(",").split(",").at(-1)?.trim() ?? "";
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(last) ?? [];
  const address = bracketed ?? plain ?? last;
  return isIP(address) === 0 ? undefined : address;
}
