// Checks a value against the JSON Schema of AsyncAPI. Follows references: the path of a fault continues in
// the target as if the target replaced the reference. `check-shape.ts` of the contract has a similar check
// for extensions, with different reports and messages.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../../json/json-value.ts";
import {
  ambiguousFault,
  isReferenceRule,
  nearestFaults,
  withoutReferenceRules,
} from "./alternatives.ts";
import type { AsyncapiSchema, Rule, RuleSchema } from "./asyncapi-schema.ts";
import { checkScalar, compilePattern, isType } from "./check-scalar.ts";
import { didYouMean, type Fault, typeFault } from "./fault.ts";
import { followReference, referenceTokens } from "./follow.ts";

/** Returns the faults of a document. */
export function checkRules(schema: AsyncapiSchema, root: JsonValue): readonly Fault[] {
  const known = new Map<Rule, Map<JsonValue, readonly Fault[]>>();
  return checkValue(schema.root, root);

  function checkValue(rule: Rule, given: JsonValue): readonly Fault[] {
    if (rule === true) return [];
    if (rule === false) return [otherFault([], "is not allowed here", "Remove it.")];
    if (rule.$ref !== undefined) {
      if (isReferenceRule(rule.$ref)) return [];
      return checkValue(schema.definitions[rule.$ref] ?? true, given);
    }
    if (referenceTokens(given) !== undefined && isClosed(rule)) {
      const words = "is not allowed: references cannot be used here";
      return [otherFault(["$ref"], words, "Replace the reference by the object itself.")];
    }
    const value = followReference(root, given);
    if (value === undefined) return [];
    if (!isJsonObject(value)) return checkHere(rule, value);
    const seen = known.get(rule) ?? new Map<JsonValue, readonly Fault[]>();
    known.set(rule, seen);
    const before = seen.get(value);
    // Report the target of several references once. Otherwise the number of faults would double at each
    // level of references.
    if (before !== undefined) return value === given ? before : before.slice(0, 1);
    // Check a value only once if references lead back to it.
    seen.set(value, []);
    const faults = checkHere(rule, value);
    seen.set(value, faults);
    return faults;
  }

  function checkHere(rule: RuleSchema, value: JsonValue): readonly Fault[] {
    const types = [rule.type ?? []].flat();
    if (types.length > 0 && !types.some((type) => isType(value, type))) {
      return [typeFault(types)];
    }
    return [
      ...checkScalar(rule, value),
      ...(isJsonObject(value) ? checkObject(rule, value) : []),
      ...(isJsonArray(value) ? checkList(rule, value) : []),
      ...checkCombined(rule, value),
    ];
  }

  function checkObject(rule: RuleSchema, object: JsonObject): readonly Fault[] {
    const { properties = {}, patternProperties = {}, additionalProperties = true } = rule;
    const patterns = Object.entries(patternProperties);
    const missing = (rule.required ?? []).filter((name) => !Object.hasOwn(object, name));
    return [
      ...missing.map((name) => {
        const field = `the field ${JSON.stringify(name)}`;
        return otherFault([], `needs ${field}`, `Add ${field}.`);
      }),
      ...Object.keys(object).flatMap((key) => {
        const value = memberOf(object, key) ?? null;
        const named = rule.propertyNames === undefined ? [] : checkValue(rule.propertyNames, key);
        const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
        const matching = patterns.filter(([pattern]) => compilePattern(pattern).test(key));
        const rules = [...(own === undefined ? [] : [own]), ...matching.map(([, each]) => each)];
        const [first] = named;
        if (first !== undefined) return [{ ...first, path: [key] }];
        if (rules.length === 0 && additionalProperties === false) {
          return [unknownField(key, Object.keys(properties))];
        }
        const applied = rules.length === 0 ? [additionalProperties] : rules;
        return applied.flatMap((each) => faultsBelow(key, checkValue(each, value)));
      }),
    ];
  }

  function checkList(rule: RuleSchema, list: readonly JsonValue[]): readonly Fault[] {
    const { items = true, additionalItems = true, minItems = 0, uniqueItems } = rule;
    const texts = uniqueItems === true ? list.map((item) => JSON.stringify(item)) : [];
    return [
      ...(list.length < minItems
        ? [otherFault([], `must not have fewer than ${minItems} items`, "Add an item.")]
        : []),
      ...(new Set(texts).size < texts.length
        ? [otherFault([], "must not have the same item twice", "Remove the repeated item.")]
        : []),
      ...list.flatMap((item, index) => {
        const each = Array.isArray(items) ? (items[index] ?? additionalItems) : items;
        return faultsBelow(index, checkValue(each as Rule, item));
      }),
    ];
  }

  function checkCombined(rule: RuleSchema, value: JsonValue): readonly Fault[] {
    const { allOf = [], anyOf, oneOf, not } = rule;
    const branch =
      rule.if === undefined
        ? true
        : checkValue(rule.if, value).length === 0
          ? rule.then
          : rule.else;
    const one = withoutReferenceRules(oneOf).map((each) => checkValue(each, value));
    const any = withoutReferenceRules(anyOf).map((each) => checkValue(each, value));
    const matching = withoutReferenceRules(oneOf).filter((_, index) => one[index]?.length === 0);
    return [
      ...allOf.flatMap((each) => checkValue(each, value)),
      ...checkValue(branch ?? true, value),
      ...(any.some((faults) => faults.length === 0) ? [] : nearestFaults(any)),
      ...(matching.length === 0 ? nearestFaults(one) : []),
      ...(matching.length > 1 ? [ambiguousFault(matching)] : []),
      ...(not !== undefined && checkValue(not, value).length === 0 ? [forbiddenFault(not)] : []),
    ];
  }
}

/** Describes the value that a `not` forbids, in most cases a field. */
function forbiddenFault(not: Rule): Fault {
  const [name] = typeof not === "boolean" ? [] : (not.required ?? []);
  if (name === undefined) return otherFault([], "is not allowed here", "Remove it.");
  const field = `the field ${JSON.stringify(name)}`;
  return otherFault([], `must not have ${field}`, `Remove ${field}.`);
}

function unknownField(key: string, names: readonly string[]): Fault {
  const extension = JSON.stringify(`x-${key}`);
  const advice = `Remove the field, or name it ${extension} if it is an extension.`;
  return {
    path: [key],
    words: `there is no field ${JSON.stringify(key)} here`,
    fix: didYouMean(key, names, advice),
    kind: "field",
  };
}

function isClosed({ additionalProperties, properties = {} }: RuleSchema): boolean {
  return additionalProperties === false && !Object.hasOwn(properties, "$ref");
}

function otherFault(path: Fault["path"], words: string, fix: string): Fault {
  return { path, words, fix, kind: "other" };
}

function faultsBelow(key: string | number, faults: readonly Fault[]): readonly Fault[] {
  return faults.map((each) => ({ ...each, path: [key, ...each.path] }));
}
