import type { JsonValue, Source } from "@specwright/spec-loader";
import type { RuleId } from "../rules/rules.ts";
import type { Affected, Change } from "./change.ts";

/** A change as the comparison of a part of the contracts finds it. */
export interface ChangeDraft
  extends Pick<
    Change,
    | "class"
    | "surface"
    | "subject"
    | "effect"
    | "direction"
    | "message"
    | "why"
    | "witness"
    | "sunset"
  > {
  readonly rule: RuleId;
  /** What changed, for the fingerprint: names and values, but no positions. */
  readonly details?: readonly JsonValue[];
  readonly base?: Source;
  readonly revision?: Source;
  readonly affects?: readonly Affected[];
  readonly milderIn?: readonly Affected[];
}
