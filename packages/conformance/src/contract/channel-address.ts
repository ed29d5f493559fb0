import type { ChannelDescriptor, ParameterDescriptor } from "@specwright/runtime/codegen";
import { ConformanceError } from "../report/conformance-error.ts";

/** The address at which a channel is opened. */
export interface ChannelAddress {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether parameters select only some frames of the sequence, so that numbers may be skipped. */
  readonly filtered: boolean;
}

/**
 * Fills the parameters into the address of a channel.
 *
 * @throws ConformanceError `bad_usage` if a parameter is unknown or missing.
 */
export function channelAddress(
  base: string,
  { address, parameters, sequence }: ChannelDescriptor,
  values: Readonly<Record<string, string>>,
): ChannelAddress {
  const placed = Array.from(
    address.matchAll(/\{([^{}]*)\}/g),
    ([, name = ""]): ParameterDescriptor => ({ name, in: "path" }),
  );
  const others = parameters.filter((one) => one.in !== "path");
  const known = [...placed, ...others].map(({ name }) => name);
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const names =
      known.length > 0 ? `Parameters: ${known.join(", ")}.` : "The channel has no parameters.";
    throw new ConformanceError("bad_usage", `Unknown parameter "${unknown}". ${names}`);
  }
  const needed = [...placed, ...others.filter(({ required }) => required === true)];
  const missing = needed.filter(({ name }) => !values[name]);
  if (missing.length > 0) {
    const flags = missing.map(({ name }) => `--parameter ${name}=…`).join(" ");
    throw new ConformanceError("bad_usage", `missing parameters of the channel: pass ${flags}`);
  }
  const path = address.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  const url = new URL(base.replace(/\/+$/, "") + path.replace(/^\/?/, "/"));
  const of = (place: string): [string, string][] =>
    others.flatMap(({ name, in: at }) => {
      const value = values[name];
      return at === place && value !== undefined ? [[name, value] as [string, string]] : [];
    });
  for (const [name, value] of of("query")) url.searchParams.append(name, value);
  const filtered = sequence?.filters.some((name) => values[name] !== undefined) === true;
  return { url, headers: Object.fromEntries(of("header")), filtered };
}
