import type { Candidate } from "../../paired-ratio.ts";

let loops = 0;

/**
 * Creates a candidate that applies a function to one input after another. The loop is compiled for
 * this candidate alone, so that the call can be inlined as in a program with a single caller.
 * Results are kept in a ring of eight, so that few of them live long.
 */
export function overInputs<I>(
  name: string,
  inputs: readonly I[],
  run: (input: I) => unknown,
): Candidate {
  loops += 1;
  // The number makes the source unique, because the engine shares compiled code between equal
  // sources.
  const loop = new Function(
    "run",
    "inputs",
    "ring",
    `/* loop ${loops} */ for (let i = 0; i < inputs.length; i++) ring[i & 7] = run(inputs[i]);`,
  );
  const ring: unknown[] = new Array(8).fill(undefined);
  return {
    name,
    operations: inputs.length,
    run: () => {
      loop(run, inputs, ring);
      return ring;
    },
  };
}
