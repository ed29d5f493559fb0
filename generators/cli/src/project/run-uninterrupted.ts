/**
 * Runs an action that Ctrl+C and SIGTERM must not end halfway. If nothing else handles the signal, it takes
 * effect after the action.
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
