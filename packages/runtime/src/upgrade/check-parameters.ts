// Checks the parameters of a channel before a connection is opened.

import type { ChannelDescriptor, ChannelParameters, ParameterWriter } from "../codegen/channel.ts";
import type { Codec } from "../codegen/codec.ts";
import { CodecError, type Issue, issueSummary } from "../errors/codec-error.ts";
import { StreamError } from "../errors/stream-error.ts";
import { memberOf } from "../json/member-of.ts";
import { ParameterError } from "../parameters/parameter-error.ts";
import { checkHeaderTexts } from "./check-header-texts.ts";
import { refuseUnknown } from "./refuse-unknown.ts";
import { writeAddress, writeHeaders } from "./write-parameters.ts";

/** Checks parameters as `ParameterWriter.check` describes. */
export const checkParameters: ParameterWriter["check"] = (
  channel,
  parameters,
  { sendsHeaders },
) => {
  const { validators, sequence } = channel;
  const resume = sequence?.resumeParameter;
  const isAdded = addedParameters(channel);
  const query = Object.fromEntries(
    Object.entries(parameters.query ?? {}).filter(
      ([name, value]) =>
        (name !== resume || (value !== 0n && value !== 0)) &&
        !(sendsHeaders && isAdded("query", name)),
    ),
  );
  const since = resume === undefined ? undefined : memberOf(query, resume);
  if (typeof since === "bigint" && since < 1n) {
    const message = `${resume} is below 1`;
    throw new StreamError("invalid_parameters", message, { channelId: channel.id });
  }
  refuseUnknown(channel, "path", parameters.path);
  refuseUnknown(channel, "query", query);
  const { headers } = parameters;
  const isChecked = sendsHeaders || headers !== undefined;
  const checked = {
    path: checkPath(channel, parameters.path),
    query: checkPart(
      channel,
      validators.query,
      query,
      (name) => sendsHeaders && isAdded("query", name),
    ),
    ...(isChecked && {
      headers: checkPart(channel, validators.headers, headers ?? {}, (name) =>
        isAdded("header", name),
      ),
    }),
  };
  checkHeaderTexts(channel.id, writeHeaders(channel, checked));
  return checked;
};

/**
 * Validates the parameters of the address, adds its defaults, and returns the parameters in their JSON
 * form.
 *
 * @throws StreamError `invalid_parameters`.
 */
export function checkPath(channel: ChannelDescriptor, given: ChannelParameters["path"]): object {
  const path = checkPart(channel, channel.validators.path, withDefaults(channel, given));
  try {
    writeAddress(channel, { path });
  } catch (cause) {
    if (!(cause instanceof ParameterError)) throw cause;
    const { in: location, pointer, message } = cause.issue;
    const what = `${message}, at ${location} ${pointer}`;
    throw new StreamError("invalid_parameters", what, { channelId: channel.id, cause });
  }
  return path;
}

function withDefaults(
  { parameters }: ChannelDescriptor,
  given: ChannelParameters["path"] = {},
): object {
  const defaults = parameters.flatMap((parameter) =>
    parameter.in === "path" && parameter.default !== undefined
      ? [[parameter.name, parameter.default] as const]
      : [],
  );
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...defaults, ...set]);
}

/**
 * Creates a function that reports whether the transport adds a parameter: a header of the signature,
 * or the place of a credential.
 */
function addedParameters({
  signature,
  security,
}: ChannelDescriptor): (location: "query" | "header", name: string) => boolean {
  const places = Object.values(security?.schemes ?? {});
  const query = new Set(places.map(({ kind, name }) => (kind === "query" ? name : undefined)));
  const added = places.flatMap(({ kind, name = "" }) => {
    if (kind === "header") return [name];
    if (kind === "query" || kind === "other") return [];
    return kind === "cookie" ? ["cookie"] : ["authorization"];
  });
  const names = [...Object.values(signature?.headers ?? {}), ...added];
  const headers = new Set(names.map((name) => name.toLowerCase()));
  return (location, name) =>
    location === "query" ? query.has(name) : headers.has(name.toLowerCase());
}

/** Validates parameters of a location. Parameters that the transport adds may be missing. */
function checkPart(
  channel: ChannelDescriptor,
  codec: Codec<unknown> | undefined,
  part: object,
  isAdded: (name: string) => boolean = () => false,
): object {
  try {
    if (codec?.parseWritten === undefined) codec?.parse(part);
    else codec.parseWritten(part);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    const isMissing = ({ code, pointer }: Issue): boolean =>
      code === "required" && isAdded(pointer.slice(1));
    const issues = error.issues.filter((issue) => !isMissing(issue));
    if (issues.length > 0) {
      const cause = new CodecError(error.code, issues);
      const what = `The parameters of ${channel.id} (${channel.address}) are wrong: ${issueSummary(issues)}`;
      throw new StreamError("invalid_parameters", what, { channelId: channel.id, cause });
    }
  }
  const wire = codec?.toWire?.(part);
  return typeof wire === "object" && wire !== null ? wire : part;
}
