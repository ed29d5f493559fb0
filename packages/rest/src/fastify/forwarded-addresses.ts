import type { FastifyInstance } from "fastify";

const FORWARDED = "x-forwarded-for";

/**
 * Removes the ports that some proxies add to the addresses in `X-Forwarded-For`. The port differs for each
 * connection, so it does not identify a caller.
 */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const { headers } = raw;
    const given = headers[FORWARDED];
    if (typeof given === "string") headers[FORWARDED] = withoutPorts(given);
    done();
  });
}

/** Removes the ports, and the brackets of IPv6 addresses, from a list of addresses. */
function withoutPorts(addresses: string): string {
  return addresses
    .split(",")
    .map((entry) => {
      const [, ipv6, ipv4] =
        /^\[([\da-f:.%]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/i.exec(entry.trim()) ?? [];
      return ipv6 ?? ipv4 ?? entry;
    })
    .join(",");
}
