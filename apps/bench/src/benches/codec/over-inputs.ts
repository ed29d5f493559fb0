import type { Candidate } from "../../paired-ratio.ts";

let loops = 0;

/**
 * Creates a candidate that calls a function with one input after the other. Each candidate gets its
 * own compiled loop, so that the engine can inline the function as in a program with only one
 * caller. The results are stored in a ring of eight, so that few of them live long.
 */
export function overInputs<I>(
  name: string,
  inputs: readonly I[],
  run: (input: I) => unknown,
): Candidate {
  loops += 1;
  // The engine shares compiled code between equal sources. The number makes each source different.
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
