// Prints schemas as compositions of the runtime's rules.

export { rule } from "./call.ts";
export { isAsserted } from "./is-asserted.ts";
export { isLeaf } from "./is-leaf.ts";
export type { PrintParts } from "./member-rules.ts";
export { arrayRules, objectRules, requiredNames } from "./member-rules.ts";
export type { NumberType } from "./number-type.ts";
export { numberType, withFormatBound } from "./number-type.ts";
export {
  printLogicRules,
  printRule,
  printRuleConstant,
  printRuleDeclaration,
  reportEndless,
  ruleName,
  ruleReference,
} from "./print-rule.ts";
export type { Way } from "./reach.ts";
export { leadingTo, objectSchemas } from "./reach.ts";
export { repeatingDeclarations } from "./repeats.ts";
export { isOpenEnum, reportSchemas } from "./report-schema.ts";
export type { Direction, RulePrinter } from "./rule-printer.ts";
export type { RuleScope } from "./rule-scope.ts";
export { isEndless, isEndlessUnion, ruleScope, within } from "./rule-scope.ts";
export { numberRules, stringRules, valueRules } from "./scalar-rules.ts";
