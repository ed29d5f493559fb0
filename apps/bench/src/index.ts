export type { Bench, BenchContext, BenchRow } from "./bench.ts";
export { benches } from "./benches.ts";
export { formatTable } from "./format-table.ts";
export { measureCommand, type Usage } from "./measure-command.ts";
export {
  type Candidate,
  type Candidate,
  comparePaired,
  geometricMean,
  lastResult,
  overInputs,
  type PairedOptions,
  type PairedRatio,
  type PairedRatioOptions,
  type PairedResult,
  pairedRatios,
} from "./paired-ratio.ts";
export { compareWithPeer, median } from "./rows.ts";
