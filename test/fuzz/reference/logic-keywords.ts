import { asksCheck, isRecord, type Keyword, listOf, looksAt, strictly } from "./check.ts";

/** The keywords that combine schemas for one value. */
export const logicKeywords: Readonly<Record<string, Keyword>> = {
  allOf: (word, _schema, compile) => {
    const checks = listOf(word).map((part) => compile(part));
    return (value, holder, key, run) => checks.every((check) => check(value, holder, key, run));
  },
  anyOf: (word, schema, compile) => {
    const tagged = byTag(word, schema, compile);
    if (tagged !== undefined) return tagged;
    const checks = listOf(word).map((part) => compile(part));
    return (value, holder, key, run) => {
      let count = 0;
      // Every matching branch contributes to the evaluated members.
      for (const check of checks)
        if (strictly(run, () => check(value, holder, key, run))) count += 1;
      return count > 0;
    };
  },
  oneOf: (word, schema, compile) => {
    const tagged = byTag(word, schema, compile);
    if (tagged !== undefined) return tagged;
    const checks = listOf(word).map((part) => compile(part));
    return (value, holder, key, run) => {
      const [taker, ...others] = checks.filter((check) => asksCheck(check, value, run));
      if (taker === undefined || others.length > 0) return false;
      return strictly(run, () => taker(value, holder, key, run));
    };
  },
  not: (word, _schema, compile) => {
    const check = compile(word);
    return (value, _holder, _key, run) => !asksCheck(check, value, run);
  },
  if: (word, schema, compile) => {
    const condition = compile(word);
    const then = compile(schema["then"] ?? true);
    const otherwise = compile(schema["else"] ?? true);
    return (value, holder, key, run) =>
      looksAt(condition, value, run)
        ? then(value, holder, key, run)
        : otherwise(value, holder, key, run);
  },
};

/**
 * Selects the branch by the discriminator: by its mapping, or else by the name of the component.
 */
function byTag(...[word, schema, compile]: Parameters<Keyword>): ReturnType<Keyword> {
  const { discriminator } = schema;
  if (!isRecord(discriminator)) return undefined;
  const property = String(discriminator["propertyName"]);
  const mapping = isRecord(discriminator["mapping"]) ? discriminator["mapping"] : {};
  const branches = new Map<string, ReturnType<typeof compile>>();
  for (const part of listOf(word)) {
    const ref = isRecord(part) ? part["$ref"] : undefined;
    if (typeof ref !== "string") return undefined;
    const name = ref.slice(ref.lastIndexOf("/") + 1);
    const tags = Object.keys(mapping).filter(
      (tag) => mapping[tag] === ref || mapping[tag] === name,
    );
    for (const tag of tags.length > 0 ? tags : [name]) branches.set(tag, compile(part));
  }
  return (value, holder, key, run) => {
    if (!isRecord(value) || !Object.hasOwn(value, property)) return false;
    const tag = value[property];
    return typeof tag === "string" && branches.get(tag)?.(value, holder, key, run) === true;
  };
}
