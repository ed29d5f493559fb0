// Builds the URL that is dialled and signed from parameters.

import { type ChannelParameters, memberOf, stringifyJson } from "@specwright/runtime";
import {
  type ChannelDescriptor,
  encodePath,
  type ParameterDescriptor,
} from "@specwright/runtime/codegen";
import { isExploded } from "@specwright/runtime/transport";

/** The resume point of a connection. */
export interface ResumePoint {
  /** The first number to request; absent at the live tail. */
  readonly since?: bigint;
  /** The log to which the number belongs. */
  readonly logId?: string;
}

/** Builds the URL of a channel; the resume point is that of the plan, not of the parameters. */
export function encodeTarget(
  base: string,
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  { since, logId }: ResumePoint,
): URL {
  const { resumeParameter, identity } = channel.sequence ?? {};
  const pairs = channel.parameters.flatMap((parameter) => {
    if (parameter.in !== "query") return [];
    const { name } = parameter;
    if (name === resumeParameter) return encodeParameter(parameter, since);
    if (name === identity?.parameter) return encodeParameter(parameter, logId);
    return encodeParameter(parameter, memberOf(parameters.query, name));
  });
  const query = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  const address = encodeAddress(channel, parameters);
  const [trimmed, path] = [base.replace(/\/+$/, ""), address === "/" ? "" : address];
  return new URL(`${trimmed}${path}${query}`);
}

/**
 * Returns a text that identifies what parameters select, independent of the server and the resume
 * point.
 */
export function encodeSelection(channel: ChannelDescriptor, parameters: ChannelParameters): string {
  const { resumeParameter, identity } = channel.sequence ?? {};
  const pairs = channel.parameters.flatMap((parameter) => {
    const { name } = parameter;
    const resumes = name === resumeParameter || name === identity?.parameter;
    if (parameter.in !== "query" || resumes) return [];
    return encodeParameter(parameter, memberOf(parameters.query, name));
  });
  return [encodeAddress(channel, parameters), ...pairs.sort()].join("&");
}

/**
 * Fills in the address of a channel.
 *
 * @throws ParameterError for a value that would change the path: empty, `.` or `..`.
 */
export function encodeAddress(
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

function encodeParameter(parameter: ParameterDescriptor, value: unknown): readonly string[] {
  if (value === undefined) return [];
  const name = encodeURIComponent(parameter.name);
  if (!Array.isArray(value)) return [`${name}=${encodeURIComponent(textOf(value))}`];
  const items = value.map((item) => encodeURIComponent(textOf(item)));
  if (items.length === 0) return [];
  return isExploded(parameter)
    ? items.map((item) => `${name}=${item}`)
    : [`${name}=${items.join(",")}`];
}

/** Returns the given header parameters, without those of the signature. */
export function encodeHeaders(
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
      return value === undefined ? [] : [[name, textOf(value)]];
    }),
  );
}

function textOf(value: unknown): string {
  return typeof value === "object" ? stringifyJson(value) : String(value);
}
