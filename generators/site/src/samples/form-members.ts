// Lists the members of a form. The samples in several languages use this list.

import { dereference, isFile, type Schema } from "@specwright/contract";
import { jsonText } from "@specwright/diff";
import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";
import type { SampleBody } from "./request-sample.ts";
import { scalarText } from "./sample-parameters.ts";

/** A member of a form: either a text or a file. */
export interface FormMember {
  readonly name: string;
  /** Absent for a file. */
  readonly text?: string;
}

/** Lists the members of a form with encoded values. A list becomes several members with the same name. */
export function formMembers({ kind, value, schema, media }: SampleBody): readonly FormMember[] {
  if (!isJsonObject(value)) return [];
  const whole = schema === undefined ? undefined : dereference(schema);
  const properties = whole?.kind === "schema" ? whole.properties : undefined;
  return Object.entries(value).flatMap(([name, member]): readonly FormMember[] => {
    const property = properties?.get(name);
    const encoding = media.encoding.get(name);
    const isFileOf = (schema: Schema | undefined): boolean =>
      kind === "multipart" && schema !== undefined && isFile(schema, encoding?.contentType);
    if (isFileOf(property)) return [{ name }];
    const target = property === undefined ? undefined : dereference(property);
    if (isJsonArray(member) && target?.kind === "schema" && isFileOf(target.items)) {
      return member.map(() => ({ name }));
    }
    const { style, explode = style === undefined || style === "form" } = encoding ?? {};
    if (style === "deepObject") return deepMembers(name, member);
    if (style === "form" && explode && isJsonObject(member)) {
      return Object.entries(member).map(([key, each]) => ({ name: key, text: memberText(each) }));
    }
    const values = isJsonArray(member) && explode ? member : [member];
    return values.map((each) => ({
      name,
      text: style === undefined ? memberText(each) : scalarText(each),
    }));
  });
}

/** Writes nested objects with names such as `shipping[address][city]`. */
function deepMembers(name: string, value: JsonValue): readonly FormMember[] {
  if (isJsonArray(value)) {
    return value.flatMap((each, index) => deepMembers(`${name}[${index}]`, each));
  }
  if (!isJsonObject(value)) return [{ name, text: memberText(value) }];
  return Object.entries(value).flatMap(([key, each]) => deepMembers(`${name}[${key}]`, each));
}

/** Returns the text of a member without a style. An object or a list becomes JSON. */
function memberText(value: JsonValue): string {
  return isJsonObject(value) || isJsonArray(value) ? jsonText(value) : scalarText(value);
}
