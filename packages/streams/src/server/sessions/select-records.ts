import type { ChannelParameters } from "@specwright/runtime";
import type { SequenceDescriptor } from "@specwright/runtime/transport";
import type { LogRecord, RecordKeys } from "../../log/sequenced-log.ts";

/** The filters of a connection. A record is selected if it passes all of them. */
export interface RecordFilter {
  /**
   * Identifies the filters. Connections with equal filters have equal names. Empty if there are no filters.
   */
  readonly name: string;
  readonly wanted: readonly WantedValues[];
}

/** A filter. A record passes it if the record has one of the values. */
export interface WantedValues {
  readonly parameter: string;
  readonly values: ReadonlySet<string>;
}

const EVERYTHING: RecordFilter = { name: "", wanted: [] };

/** Reads the filters of a connection. */
export function readFilter(
  sequence: SequenceDescriptor,
  parameters: ChannelParameters,
): RecordFilter {
  const wanted = sequence.filters.flatMap((parameter): WantedValues[] => {
    const given = queryValue(parameters, parameter);
    if (given === undefined) return [];
    const list: readonly unknown[] = Array.isArray(given) ? given : [given];
    return [{ parameter, values: new Set(list.map(String).sort()) }];
  });
  if (wanted.length === 0) return EVERYTHING;
  const named = wanted.map(({ parameter, values }) => [parameter, ...values]);
  return { name: JSON.stringify(named), wanted };
}

/** Reports whether a record passes all filters. */
export function passesFilter({ wanted }: RecordFilter, record: LogRecord): boolean {
  // Reading `keys` decodes the keys of the record, which costs more than the rest.
  return wanted.every(({ parameter, values }) =>
    keyValues(record.keys, parameter).some((value) => values.has(value)),
  );
}

/** Returns the values of a record for a filter. Empty if the record has none. */
export function keyValues(keys: RecordKeys, parameter: string): readonly string[] {
  return Object.hasOwn(keys, parameter) ? (keys[parameter] ?? []) : [];
}

/**
 * Reads the resume point of a request. Returns undefined for 0, because clients send 0 to start at the live
 * tail.
 */
export function readSince(
  sequence: SequenceDescriptor,
  parameters: ChannelParameters,
): bigint | undefined {
  const value = queryValue(parameters, sequence.resumeParameter);
  if (typeof value !== "bigint" && typeof value !== "number") return undefined;
  return BigInt(value) < 1n ? undefined : BigInt(value);
}

/**
 * Reads the identity of the log to which the resume point belongs. Returns undefined if the client does not
 * send it.
 */
export function readLogId(
  { identity }: SequenceDescriptor,
  parameters: ChannelParameters,
): string | undefined {
  const value = identity && queryValue(parameters, identity.parameter);
  return typeof value === "string" ? value : undefined;
}

function queryValue({ query }: ChannelParameters, name: string): unknown {
  return query === undefined || !Object.hasOwn(query, name) ? undefined : Reflect.get(query, name);
}
