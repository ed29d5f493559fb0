// The end of the program of each client, which calls an operation when its parent says so.

/** Calls an operation when the parent sends a number, that many times, and sends back the CPU time of one. */
export function runCalls(call: () => Promise<unknown>): void {
  process.on("message", async (count: number) => {
    const start = process.cpuUsage();
    for (let left = count; left > 0; left -= 1) await call();
    const { user, system } = process.cpuUsage(start);
    process.send?.((user + system) / count);
  });
}
