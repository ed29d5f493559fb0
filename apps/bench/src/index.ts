export type { Bench, BenchContext, BenchRow } from "./bench.ts";
export { type Form, type FormedFrame, forms, writeFrames } from "./benches/codec/forms.ts";
export { drawFrames, type FrameType, frameTypes } from "./benches/codec/frames.ts";
export { benches } from "./benches.ts";
export { formatTable } from "./format-table.ts";
export { measureCommand, type Usage } from "./measure-command.ts";
export {
  type Candidate,
  geometricMean,
  lastResult,
  type PairedRatio,
  type PairedRatioOptions,
  pairedRatios,
} from "./paired-ratio.ts";
export { compareInPairs, compareWithPeer, median } from "./rows.ts";
export { replaceSection } from "./write-docs.ts";
