// Writes the parameters of an upgrade request as texts.

import type { ChannelDescriptor, ChannelParameters, ResumePoint } from "../codegen/channel.ts";
import type { ParameterDescriptor } from "../codegen/parameter.ts";
import { memberOf } from "../json/member-of.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { isExploded } from "../parameters/is-exploded.ts";
import { encodePath } from "../parameters/path.ts";

/**
 * Fills in the address of a channel.
 *
 * @throws ParameterError for a value that would change the path: empty, `.` or `..`.
 */
export function writeAddress(
  { address, parameters }: ChannelDescriptor,
  { path = {} }: ChannelParameters,
): string {
  const template = address.replace(/^\/?/, "/");
  const names = Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name);
  const descriptors = names.map(
    (name): ParameterDescriptor =>
      parameters.find((each) => each.in === "path" && each.name === name) ?? { name, in: "path" },
  );
  return encodePath(template, descriptors, path);
}

/** Returns the encoded pairs of the query, as `ParameterWriter.query` describes. */
export function writeQuery(
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  resume: ResumePoint | undefined,
): readonly string[] {
  const { resumeParameter, identity } = channel.sequence ?? {};
  return channel.parameters.flatMap((parameter) => {
    if (parameter.in !== "query") return [];
    const { name } = parameter;
    if (name === resumeParameter) return writePairs(parameter, resume?.since);
    if (name === identity?.parameter) return writePairs(parameter, resume?.logId);
    return writePairs(parameter, memberOf(parameters.query, name));
  });
}

function writePairs(parameter: ParameterDescriptor, value: unknown): readonly string[] {
  if (value === undefined) return [];
  const name = encodeURIComponent(parameter.name);
  if (!Array.isArray(value)) return [`${name}=${encodeURIComponent(parameterText(value))}`];
  const items = value.map((item) => encodeURIComponent(parameterText(item)));
  if (items.length === 0) return [];
  return isExploded(parameter)
    ? items.map((item) => `${name}=${item}`)
    : [`${name}=${items.join(",")}`];
}

/** Returns the given header parameters, without the headers of the signature. */
export function writeHeaders(
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
): Readonly<Record<string, string>> {
  const signed = new Set<string>(Object.values(channel.signature?.headers ?? {}));
  const names = channel.parameters.filter(
    ({ in: at, name }) => at === "header" && !signed.has(name),
  );
  return Object.fromEntries(
    names.flatMap(({ name }) => {
      const value = memberOf(parameters.headers, name);
      return value === undefined ? [] : [[name, parameterText(value)]];
    }),
  );
}

function parameterText(value: unknown): string {
  return typeof value === "object" ? stringifyJson(value) : String(value);
}
