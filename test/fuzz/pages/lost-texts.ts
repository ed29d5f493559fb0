// The texts of a document that its pages must show, whatever they contain.

import { parsePage, textOf } from "../../../generators/site/test/page-problems.ts";
import type { HostileSite } from "./hostile-site.ts";

/** Lists texts of the document that no reference page shows. */
export function lostTexts({ files, document }: HostileSite): readonly string[] {
  const shown = [...files]
    .filter(([path]) => /^hostile\/(?!versions\/|compare\/|changes|search).*\.html$/.test(path))
    .map(([, text]) => readable(textOf(parsePage(text))))
    .join("\n");
  return [...new Set(textsOf(document))].filter((text) => {
    const wanted = readable(text);
    return !shown.includes(wanted) && !shown.includes(readable(inJson(text)));
  });
}

/** Removes the parts that pages leave out or show in another way: spaces, controls, marks of direction. */
function readable(text: string): string {
  return text.toWellFormed().replaceAll(/[\s\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}\ufffd]/gu, "");
}

/** The text inside of an example or a value. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function textsOf(document: unknown): readonly string[] {
  const { asyncapi, info, components, paths } = Object(document);
  const texts: unknown[] = [info.title, ...Object.keys(Object(components).schemas)];
  for (const item of Object.values(Object(paths))) {
    for (const operation of Object.values(Object(item))) {
      const { summary, parameters = [] } = Object(operation);
      texts.push(summary);
      for (const { name, in: place } of parameters) if (place !== "header") texts.push(name);
    }
  }
  for (const schema of Object.values(Object(components.schemas)))
    collect(schema, texts, asyncapi === undefined);
  return texts.filter((text) => typeof text === "string");
}

/**
 * Collects the names of properties and the texts of enums below a schema. AsyncAPI uses draft 7, which does
 * not have `prefixItems`.
 */
function collect(schema: unknown, texts: unknown[], knowsTuples: boolean): void {
  const { properties, items, prefixItems = [], enum: values = [] } = Object(schema);
  texts.push(...Object.keys(Object(properties)), ...values);
  const tuple = knowsTuples ? prefixItems : [];
  for (const each of [items, ...tuple, ...Object.values(Object(properties))]) {
    if (typeof each === "object" && each !== null) collect(each, texts, knowsTuples);
  }
}
