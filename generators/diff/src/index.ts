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
export { compareSchemas } from "./compare-schemas.ts";
export type { Reader } from "./direction/unsent-names.ts";
export type { Rule, RuleArea } from "./rules/rule.ts";
export { type RuleId, rules } from "./rules/rules.ts";
export { type ComparerOptions, SchemaComparer } from "./schema-comparer.ts";
export type { Containment, Effect, SchemaComparison } from "./schema-comparison.ts";
