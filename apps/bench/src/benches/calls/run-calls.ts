// The last part of each client's program. It calls an operation when its parent process requests
// it.

/**
 * Calls an operation as many times as the parent process requests. Sends back the CPU time of one
 * call.
 */
export function runCalls(call: () => Promise<unknown>): void {
  process.on("message", async (count: number) => {
    const start = process.cpuUsage();
    for (let left = count; left > 0; left -= 1) await call();
    const { user, system } = process.cpuUsage(start);
    process.send?.((user + system) / count);
  });
}
