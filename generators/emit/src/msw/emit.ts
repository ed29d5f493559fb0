import type { Emitter } from "../print/emitter.ts";

/** Options for `mswEmitter`. */
export interface MswOptions {
  /** Varies the samples. Default: each sample has the first value that its schema allows. */
  readonly seed?: number;
}

/**
 * Creates the emitter of `handlers.ts` and `samples.ts`.
 *
 * @example
 * ```ts
 * emitters: [...builtInEmitters(["client"]), mswEmitter({ seed: 1 })]
 * ```
 */
export function mswEmitter({ seed }: MswOptions = {}): Emitter {
  return {
    name: "msw",
    skipTypeCheck: true,
    requires: ["types", "descriptors"],
    emit: async (context) => {
      // Loaded on demand, because the sampler takes time to load.
      const { printHandlers } = await import("./print-handlers.ts");
      printHandlers(context, seed);
    },
  };
}
