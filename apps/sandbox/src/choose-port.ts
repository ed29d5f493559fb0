import { createServer } from "node:net";

/** Gives the preferred port of the loopback address if it is free, else 0, which is any free one. */
export function choosePort(preferred: number): Promise<number> {
  if (preferred === 0) return Promise.resolve(0);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(0));
    probe.listen(preferred, "127.0.0.1", () => probe.close(() => resolve(preferred)));
  });
}
