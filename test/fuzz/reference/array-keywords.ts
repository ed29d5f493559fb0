import { asksCheck, type Check, equal, isList, type Keyword, listOf } from "./check.ts";

function array(holds: (items: readonly unknown[]) => boolean): Check {
  return (value) => !Array.isArray(value) || holds(value);
}

/** The keywords for arrays, except `unevaluatedItems`. */
export const arrayKeywords: Readonly<Record<string, Keyword>> = {
  minItems: (least) => array((items) => items.length >= Number(least)),
  maxItems: (most) => array((items) => items.length <= Number(most)),
  uniqueItems: (word) =>
    word === true
      ? array((items) =>
          items.every(
            (item, index) => !items.slice(0, index).some((before) => equal(before, item)),
          ),
        )
      : undefined,
  prefixItems: (word, _schema, compile) => {
    const checks = listOf(word).map((item) => compile(item));
    return (value, _holder, _key, run) => {
      if (!isList(value)) return true;
      return checks.every((check, index) => {
        if (index >= value.length) return true;
        run.marks.push({ owner: value, key: index });
        return check(value[index], value, index, run);
      });
    };
  },
  items: (word, schema, compile) => {
    const check = compile(word);
    const from = listOf(schema["prefixItems"]).length;
    return (value, _holder, _key, run) => {
      if (!isList(value)) return true;
      run.marks.push({ owner: value, key: true });
      for (let index = from; index < value.length; index += 1) {
        if (!check(value[index], value, index, run)) return false;
      }
      return true;
    };
  },
  contains: (word, schema, compile) => {
    const check = compile(word);
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema;
    return (value, _holder, _key, run) => {
      if (!isList(value)) return true;
      let count = 0;
      for (const [index, item] of value.entries()) {
        if (!asksCheck(check, item, run)) continue;
        run.marks.push({ owner: value, key: index });
        count += 1;
      }
      return count >= Number(minContains) && count <= Number(maxContains);
    };
  },
};
