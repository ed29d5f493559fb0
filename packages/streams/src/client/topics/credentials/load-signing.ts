let loading: Promise<typeof import("./signing.ts")> | undefined;

/**
 * Loads the signing module once. If loading fails, for example in the network, the next call tries again.
 */
export function loadSigning(): Promise<typeof import("./signing.ts")> {
  loading ??= import("./signing.ts").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
