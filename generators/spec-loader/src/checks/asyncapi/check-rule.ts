// Checks a value against the schema of AsyncAPI. References in the document are followed, so that a
// fault has a path as if what they refer to stood there.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../../json/json-value.ts";
import type { AsyncapiSchema, Rule, RuleSchema } from "./asyncapi-schema.ts";
import { checkScalar, isType } from "./check-scalar.ts";
import type { Fault } from "./fault.ts";
import { follow, referenceOf } from "./follow.ts";

const isReference = /(?:^|\/)Reference(?:Object)?\.json$/;

/** Returns the faults of a document. */
export function checkRules(schema: AsyncapiSchema, root: JsonValue): readonly Fault[] {
  const known = new Map<Rule, Map<JsonValue, readonly Fault[]>>();
  return check(schema.root, root);

  function check(rule: Rule, given: JsonValue): readonly Fault[] {
    if (rule === true) return [];
    if (rule === false) return [fault([], "is not allowed here")];
    if (rule.$ref !== undefined) {
      if (isReference.test(rule.$ref)) return [];
      return check(schema.definitions[rule.$ref] ?? true, given);
    }
    if (referenceOf(given) !== undefined && isClosed(rule)) {
      return [
        { path: ["$ref"], words: "is not allowed: no reference can stand here", kind: "other" },
      ];
    }
    const value = follow(root, given);
    if (value === undefined) return [];
    if (!isJsonObject(value)) return checkHere(rule, value);
    const seen = known.get(rule) ?? new Map<JsonValue, readonly Fault[]>();
    known.set(rule, seen);
    const before = seen.get(value);
    if (before !== undefined) return before;
    // A value that contains itself by references is checked once.
    seen.set(value, []);
    const faults = checkHere(rule, value);
    seen.set(value, faults);
    return faults;
  }

  function checkHere(rule: RuleSchema, value: JsonValue): readonly Fault[] {
    const types = [rule.type ?? []].flat();
    if (types.length > 0 && !types.some((type) => isType(value, type))) {
      return [{ path: [], words: `must be of the type ${types.join(" or ")}`, kind: "identity" }];
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
      ...missing.map((name) => fault([], `needs the field ${JSON.stringify(name)}`)),
      ...Object.keys(object).flatMap((key) => {
        const value = memberOf(object, key) ?? null;
        const named = rule.propertyNames === undefined ? [] : check(rule.propertyNames, key);
        const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
        const matching = patterns.filter(([pattern]) => expression(pattern).test(key));
        const rules = [...(own === undefined ? [] : [own]), ...matching.map(([, each]) => each)];
        const [first] = named;
        if (first !== undefined)
          return [{ ...first, path: [key], words: `as a name ${first.words}` }];
        if (rules.length === 0 && additionalProperties === false) {
          const words = `there is no field ${JSON.stringify(key)} here`;
          return [{ path: [key], words, kind: "field" as const }];
        }
        const applied = rules.length === 0 ? [additionalProperties] : rules;
        return applied.flatMap((each) => below(key, check(each, value)));
      }),
    ];
  }

  function checkList(rule: RuleSchema, list: readonly JsonValue[]): readonly Fault[] {
    const { items = true, additionalItems = true, minItems = 0, uniqueItems } = rule;
    const texts = uniqueItems === true ? list.map((item) => JSON.stringify(item)) : [];
    return [
      ...(list.length < minItems ? [fault([], `must not have fewer than ${minItems} items`)] : []),
      ...(new Set(texts).size < texts.length ? [fault([], "must not have an item twice")] : []),
      ...list.flatMap((item, index) => {
        const each = Array.isArray(items) ? (items[index] ?? additionalItems) : items;
        return below(index, check(each as Rule, item));
      }),
    ];
  }

  function checkCombined(rule: RuleSchema, value: JsonValue): readonly Fault[] {
    const { allOf = [], anyOf, oneOf, not } = rule;
    const branch =
      rule.if === undefined ? true : check(rule.if, value).length === 0 ? rule.then : rule.else;
    const one = alternatives(oneOf).map((each) => check(each, value));
    const any = alternatives(anyOf).map((each) => check(each, value));
    const matches = one.filter((faults) => faults.length === 0).length;
    return [
      ...allOf.flatMap((each) => check(each, value)),
      ...check(branch ?? true, value),
      ...(any.some((faults) => faults.length === 0) ? [] : nearest(any)),
      ...(matches === 0 ? nearest(one) : []),
      ...(matches > 1 ? [noForm] : []),
      ...(not !== undefined && check(not, value).length === 0 ? [noForm] : []),
    ];
  }
}

const noForm: Fault = { path: [], words: "has none of the allowed forms", kind: "identity" };

/** The alternatives but for a reference, which was followed. */
function alternatives(rules: readonly Rule[] = []): readonly Rule[] {
  return rules.filter((rule) => typeof rule === "boolean" || !isReference.test(rule.$ref ?? ""));
}

/**
 * Returns the faults of the alternative that is meant: the only one, the only one of the right type
 * and with the right fixed values, or that with the fewest faults of several such.
 */
function nearest(all: readonly (readonly Fault[])[]): readonly Fault[] {
  if (all.length < 2) return all[0] ?? [];
  const meant = all
    .filter((faults) => !faults.some(({ kind, path }) => kind === "identity" && path.length < 2))
    .sort((left, right) => left.length - right.length);
  return meant[0] ?? [noForm];
}

function isClosed({ additionalProperties, properties = {} }: RuleSchema): boolean {
  return additionalProperties === false && !Object.hasOwn(properties, "$ref");
}

const expressions = new Map<string, RegExp>();

function expression(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern, "u");
  expressions.set(pattern, known);
  return known;
}

function fault(path: Fault["path"], words: string): Fault {
  return { path, words, kind: "other" };
}

function below(key: string | number, faults: readonly Fault[]): readonly Fault[] {
  return faults.map((each) => ({ ...each, path: [key, ...each.path] }));
}
