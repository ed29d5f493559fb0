export {
  type Affected,
  breaksWire,
  type Change,
  type ChangeClass,
  changeClasses,
  compareClasses,
  type Direction,
  type Subject,
  type Surface,
  type Witness,
} from "./changes/change.ts";
export { compareContracts } from "./compare-contracts.ts";
export {
  type CompareOptions,
  type Containment,
  compareSchemas,
  type Effect,
  type SchemaComparison,
} from "./compare-schemas.ts";
export type { Rule, RuleArea } from "./rules/rule.ts";
export { type RuleId, rules } from "./rules/rules.ts";
