// The end of each client's program: it calls an operation on request of its parent.

/** Calls an operation as many times as the parent requests, and sends back the CPU time of one call. */
export function runCalls(call: () => Promise<unknown>): void {
  process.on("message", async (count: number) => {
    const start = process.cpuUsage();
    for (let left = count; left > 0; left -= 1) await call();
    const { user, system } = process.cpuUsage(start);
    process.send?.((user + system) / count);
  });
}
