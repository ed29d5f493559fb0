import { isIP } from "node:net";

/**
 * Returns the client's address as the nearest proxy reports it: the last address of `X-Forwarded-For`,
 * without a port. Without a proxy, a client can send any address, so log this address only together with
 * the address of the socket. Returns undefined if the text is not an address.
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
