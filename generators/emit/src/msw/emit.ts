import type { Emitter } from "../print/emitter.ts";

/** Options for `mswEmitter`. */
export interface MswOptions {
  /** The seed for random samples. By default, each sample has the first value that its schema allows. */
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
      // The sampler is slow to load, so this import is delayed until it is needed.
      const { printHandlers } = await import("./print-handlers.ts");
      printHandlers(context, seed);
    },
  };
}
