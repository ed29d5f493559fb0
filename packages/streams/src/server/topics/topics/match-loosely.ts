// Matches requests of clients that were written from the documentation of the venue instead of the
// contract. Such a request may have additional members. It may lack members for which the venue has a
// default.

import { compileMatcher, compileTemplate, type TemplateValues } from "@specwright/runtime";
import type { FeedTemplate } from "@specwright/runtime/transport";

/** The match of a request with a template. */
export interface LooseMatch {
  readonly values: TemplateValues;
  /** How many constants of the template the request contains. */
  readonly constants: number;
}

/** The permitted differences between a request and a template. */
export interface LooseOptions {
  /** The placeholders that may be missing. The id may always be missing. */
  readonly optional?: readonly string[];
  /** Whether numbers and booleans of the template are settings, for which a client may send any value. */
  readonly settings?: boolean;
}

/** The common part of a template and a value. */
interface Common {
  readonly template: FeedTemplate;
  readonly value: unknown;
  readonly constants: number;
}

/**
 * Compares the members that a request and a template have in common. Returns undefined if one of them
 * differs, or if a required placeholder has no value.
 */
export function matchLoosely(
  template: FeedTemplate,
  value: unknown,
  { optional = [], settings = false }: LooseOptions = {},
): LooseMatch | undefined {
  const names = [...optional, "id"];
  const common = commonParts(template, value, new Set(names), settings);
  if (common === undefined) return undefined;
  const values = compileMatcher(common.template, { optional: names }).match(common.value);
  return values && { values, constants: common.constants };
}

function commonParts(
  template: FeedTemplate,
  value: unknown,
  optional: ReadonlySet<string>,
  settings: boolean,
): Common | undefined {
  if (typeof template !== "object" || template === null) {
    const isChosen = settings && typeof template !== "string" && typeof value === typeof template;
    const isConstant = compileTemplate(template).names.length === 0;
    const own = isChosen ? template : value;
    return { template, value: own, constants: isConstant && !isChosen ? 1 : 0 };
  }
  const entries: [string, Common][] = [];
  if (isList(template)) {
    if (!Array.isArray(value) || value.length !== template.length) return undefined;
    for (const [at, item] of template.entries()) {
      const common = commonParts(item, value[at], optional, settings);
      if (common === undefined) return undefined;
      entries.push([String(at), common]);
    }
  } else {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    for (const [name, member] of Object.entries(template)) {
      if (!Object.hasOwn(value, name)) {
        if (compileTemplate(member).names.some((each) => !optional.has(each))) return undefined;
        continue;
      }
      const common = commonParts(member, Reflect.get(value, name), optional, settings);
      if (common === undefined) return undefined;
      entries.push([name, common]);
    }
  }
  const constants = entries.reduce((sum, [, common]) => sum + common.constants, 0);
  const parts = <Part>(choose: (common: Common) => Part): readonly Part[] | Record<string, Part> =>
    isList(template)
      ? entries.map(([, common]) => choose(common))
      : Object.fromEntries(entries.map(([name, common]) => [name, choose(common)]));
  return {
    template: parts((common) => common.template),
    value: parts((common) => common.value),
    constants,
  };
}

function isList(template: object): template is readonly FeedTemplate[] {
  return Array.isArray(template);
}
