import type { FlowControl } from "../model/extensions.ts";
import type { Build } from "../reading/build.ts";
import { ruleFields } from "./rule-fields.ts";
import type { RuleSite } from "./rule-sites.ts";

/** Reads `x-flow-control`. */
export function readFlowControl(build: Build, { place }: RuleSite): FlowControl | undefined {
  const fields = ruleFields(build, place);
  const rule: FlowControl = {
    maxPendingFrames: fields.count("maxPendingFrames"),
    maxPendingBytes: fields.count("maxPendingBytes"),
    closeCode: fields.count("closeCode"),
  };
  return fields.complete() ? rule : undefined;
}
