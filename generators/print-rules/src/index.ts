// Schemas as compositions of the run time's rules.

export { isLeaf } from "./is-leaf.ts";
export { requiredNames } from "./member-rules.ts";
export type { NumberType } from "./number-type.ts";
export { numberType } from "./number-type.ts";
export { printRule, printRuleConstant, printRuleDeclaration, ruleName } from "./print-rule.ts";
export type { Way } from "./reach.ts";
export { leadingTo, objectSchemas } from "./reach.ts";
export { repeatingDeclarations } from "./repeats.ts";
export { isOpenEnum, reportSchemas } from "./report-schema.ts";
export type { Direction, RulePrinter } from "./rule-printer.ts";
export type { RulePlan, RuleScope } from "./rule-scope.ts";
export { rulePlan, ruleScope } from "./rule-scope.ts";
export { stringContent } from "./string-content.ts";
