/**
 * Runs an action without ending the process on Ctrl+C or SIGTERM. If the process has no other handler for
 * the signal, ends the process after the action.
 */
export async function runUninterrupted<T>(action: () => Promise<T>): Promise<T> {
  let pending: NodeJS.Signals | undefined;
  const isHandled = signals.some((signal) => process.listenerCount(signal) > 0);
  const hold = (signal: NodeJS.Signals): void => {
    pending ??= signal;
  };
  for (const signal of signals) process.on(signal, hold);
  try {
    return await action();
  } finally {
    for (const signal of signals) process.off(signal, hold);
    if (pending !== undefined && !isHandled) process.kill(process.pid, pending);
  }
}

const signals = ["SIGINT", "SIGTERM"] as const;
