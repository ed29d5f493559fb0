// Checks the parameters of a channel before anything is opened.

import { CodecError, type Issue, memberOf, ParameterError, StreamError } from "@specwright/runtime";
import type { ChannelDescriptor, ChannelParameters, Codec } from "@specwright/runtime/codegen";
import { encodeAddress, encodeHeaders } from "./encode-target.ts";

/**
 * Validates parameters, fills in the defaults of the address, and returns them as they are in JSON, of
 * which their texts are made. A resume point of 0 counts as
 * absent, as on the server. Without `sendsHeaders`, as through a relay, headers may be missing.
 *
 * @throws StreamError `invalid_parameters`.
 */
export function checkParameters(
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  { sendsHeaders }: { readonly sendsHeaders: boolean },
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
  const { headers } = parameters;
  const isChecked = sendsHeaders || headers !== undefined;
  const checked = {
    path: check(channel, validators.path, withDefaults(channel, parameters.path)),
    query: check(channel, validators.query, query),
    ...(isChecked && { headers: checkHeaders(channel, headers ?? {}) }),
  };
  try {
    encodeAddress(channel, checked);
  } catch (cause) {
    if (!(cause instanceof ParameterError)) throw cause;
    throw new StreamError("invalid_parameters", cause.message, { channelId: channel.id, cause });
  }
  checkHeaderTexts(channel.id, encodeHeaders(channel, checked));
  return checked;
}

/**
 * Checks that HTTP can carry the values of headers. Never quotes them.
 *
 * @throws StreamError `invalid_parameters`.
 */
export function checkHeaderTexts(
  channelId: string,
  headers: Readonly<Record<string, string>>,
): void {
  for (const [name, text] of Object.entries(headers)) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) continue;
    const message = `the header ${name} has characters that HTTP cannot carry: encode its value`;
    throw new StreamError("invalid_parameters", message, { channelId });
  }
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

/** Validates headers; those that the signature or credentials add may be missing. */
function checkHeaders(channel: ChannelDescriptor, headers: object): object {
  const added = addedHeaders(channel);
  const isAdded = ({ code, pointer }: Issue): boolean =>
    code === "required" && added.has(pointer.slice(1).toLowerCase());
  return check(channel, channel.validators.headers, headers, isAdded);
}

/** Returns the names of the headers that the transport adds, in lower case. */
function addedHeaders({ signature, security }: ChannelDescriptor): ReadonlySet<string> {
  const places = Object.values(security?.schemes ?? {}).flatMap(({ kind, name = "" }) => {
    if (kind === "header") return [name];
    if (kind === "query" || kind === "other") return [];
    return kind === "cookie" ? ["cookie"] : ["authorization"];
  });
  const names = [...Object.values(signature?.headers ?? {}), ...places];
  return new Set(names.map((name) => name.toLowerCase()));
}

function check(
  channel: ChannelDescriptor,
  codec: Codec<unknown> | undefined,
  part: object,
  isIgnored: (issue: Issue) => boolean = () => false,
): object {
  try {
    if (codec?.parseWritten === undefined) codec?.parse(part);
    else codec.parseWritten(part);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    const issues = error.issues.filter((issue) => !isIgnored(issue));
    if (issues.length > 0) {
      const cause = new CodecError(error.code, issues);
      throw new StreamError("invalid_parameters", cause.message, { channelId: channel.id, cause });
    }
  }
  const wire = codec?.toWire?.(part);
  return typeof wire === "object" && wire !== null ? wire : part;
}
