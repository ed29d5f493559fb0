import type { Bench } from "./bench.ts";
import { generateBench } from "./benches/generate.ts";

/** Lists every benchmark. */
export const benches: readonly Bench[] = [generateBench];
