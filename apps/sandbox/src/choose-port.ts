import { createServer } from "node:net";

/**
 * Returns the preferred port if it is free on the loopback address. Otherwise returns 0, which
 * selects any free port.
 */
export function choosePort(preferred: number): Promise<number> {
  if (preferred === 0) return Promise.resolve(0);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(0));
    probe.listen(preferred, "127.0.0.1", () => probe.close(() => resolve(preferred)));
  });
}

/** Returns the number of a free port on the loopback address. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" ? (address?.port ?? 0) : 0;
      probe.close(() => resolve(port));
    });
  });
}
