// Keywords for objects. Only own members count.

import {
  asksCheck,
  type Check,
  isRecord,
  type JsonRecord,
  type Keyword,
  listOf,
  mayLack,
  type Run,
} from "./check.ts";

function object(holds: (members: JsonRecord, run: Run) => boolean): Check {
  return (value, _holder, _key, run) => !isRecord(value) || holds(value, run);
}

function entriesOf(word: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(word) ? Object.entries(word) : [];
}

function member(members: JsonRecord, name: string, check: Check, run: Run): boolean {
  run.marks.push({ owner: members, key: name });
  return check(members[name], members, name, run);
}

/** The keywords for objects, except `unevaluatedProperties`. */
export const objectKeywords: Readonly<Record<string, Keyword>> = {
  required: (word) => {
    const names = listOf(word).map(String);
    return object(
      (members, run) => mayLack(run) || names.every((name) => Object.hasOwn(members, name)),
    );
  },
  minProperties: (least) => object((members) => Object.keys(members).length >= Number(least)),
  maxProperties: (most) => object((members) => Object.keys(members).length <= Number(most)),
  properties: (word, _schema, compile) => {
    const checks = entriesOf(word).map(([name, schema]) => [name, compile(schema)] as const);
    return object((members, run) =>
      checks.every(
        ([name, check]) => !Object.hasOwn(members, name) || member(members, name, check, run),
      ),
    );
  },
  patternProperties: (word, _schema, compile) => {
    const checks = entriesOf(word).map(
      ([source, schema]) => [new RegExp(source, "u"), compile(schema)] as const,
    );
    return object((members, run) =>
      Object.keys(members).every((name) =>
        checks.every(
          ([pattern, check]) => !pattern.test(name) || member(members, name, check, run),
        ),
      ),
    );
  },
  additionalProperties: (word, schema, compile) => {
    const check = compile(word);
    const named = new Set(entriesOf(schema["properties"]).map(([name]) => name));
    const patterns = entriesOf(schema["patternProperties"]).map(
      ([source]) => new RegExp(source, "u"),
    );
    return object((members, run) =>
      Object.keys(members).every(
        (name) =>
          named.has(name) ||
          patterns.some((pattern) => pattern.test(name)) ||
          member(members, name, check, run),
      ),
    );
  },
  propertyNames: (word, _schema, compile) => {
    const check = compile(word);
    return object((members, run) =>
      Object.keys(members).every((name) => asksCheck(check, name, run)),
    );
  },
  dependentRequired: (word) => {
    const rules = entriesOf(word).map(
      ([name, others]) => [name, listOf(others).map(String)] as const,
    );
    return object(
      (members, run) =>
        mayLack(run) ||
        rules.every(
          ([name, others]) =>
            !Object.hasOwn(members, name) || others.every((other) => Object.hasOwn(members, other)),
        ),
    );
  },
  dependentSchemas: (word, _schema, compile) => {
    const rules = entriesOf(word).map(([name, schema]) => [name, compile(schema)] as const);
    return (value, holder, key, run) =>
      !isRecord(value) ||
      rules.every(([name, check]) => !Object.hasOwn(value, name) || check(value, holder, key, run));
  },
};
