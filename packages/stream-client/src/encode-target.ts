// Builds the URL that is dialled and signed from parameters.

import { CodecError, isExploded, memberOf, StreamError, stringifyJson } from "@specwright/runtime";
import type {
  ChannelDescriptor,
  ChannelParameters,
  Codec,
  ParameterDescriptor,
} from "@specwright/runtime/codegen";

/** The resume point of a connection. */
export interface ResumePoint {
  /** The first number to request; absent at the live tail. */
  readonly since?: bigint;
  /** The log to which the number belongs. */
  readonly logId?: string;
}

/**
 * Validates parameters, and returns them as they are in JSON, of which their texts are made. A resume point of 0 counts as absent, as on the server.
 *
 * @throws StreamError `invalid_parameters`.
 */
export function checkParameters(
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
): ChannelParameters {
  const { validators, sequence } = channel;
  const resume = sequence?.resumeParameter;
  const query = Object.fromEntries(
    Object.entries(parameters.query ?? {}).filter(
      ([name, value]) => name !== resume || (value !== 0n && value !== 0),
    ),
  );
  const since = resume === undefined ? undefined : memberOf(query, resume);
  if (typeof since === "bigint" && since < 1n) {
    const message = `${resume} is below 1`;
    throw new StreamError("invalid_parameters", message, { channelId: channel.id });
  }
  return {
    path: check(channel, validators.path, parameters.path ?? {}),
    query: check(channel, validators.query, query),
    // Not validated if there are none: the contract may list those of the signature, which are
    // added later.
    ...(parameters.headers !== undefined && {
      headers: check(channel, validators.headers, parameters.headers),
    }),
  };
}

function check(
  channel: ChannelDescriptor,
  codec: Codec<unknown> | undefined,
  part: object,
): object {
  try {
    codec?.parse(part);
    const wire = codec?.toWire?.(part);
    return typeof wire === "object" && wire !== null ? wire : part;
  } catch (cause) {
    if (!(cause instanceof CodecError)) throw cause;
    throw new StreamError("invalid_parameters", cause.message, { channelId: channel.id, cause });
  }
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

function encodeAddress({ address }: ChannelDescriptor, { path }: ChannelParameters): string {
  return address.replace(/^\/?/, "/").replaceAll(/\{([^}]+)\}/g, (_, name) => {
    return encodeURIComponent(textOf(memberOf(path, String(name))));
  });
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
