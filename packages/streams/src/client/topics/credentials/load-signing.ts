let loading: Promise<typeof import("./signing.ts")> | undefined;

/** Loads what signs, once; after a failure, such as that of a network, the next call tries again. */
export function loadSigning(): Promise<typeof import("./signing.ts")> {
  loading ??= import("./signing.ts").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
