import type { ChannelParameters } from "@specwright/runtime";
import type { SequenceDescriptor } from "@specwright/runtime/transport";
import type { LogRecord, RecordKeys } from "../../log/sequenced-log.ts";

/** The selection of a connection: one value of each of its filters. */
export interface RecordFilter {
  /** A key: connections with equal filters have the same name. Empty without filters. */
  readonly name: string;
  readonly wanted: readonly WantedValues[];
}

/** One filter: a record must have one of the values. */
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

/** Reports whether a record passes a filter. */
export function passesFilter({ wanted }: RecordFilter, record: LogRecord): boolean {
  // Accessing the keys of a record decodes them, which costs more than the rest.
  return wanted.every(({ parameter, values }) =>
    keyValues(record.keys, parameter).some((value) => values.has(value)),
  );
}

/** Returns the values of a record that a filter compares; empty if the record has no such key. */
export function keyValues(keys: RecordKeys, parameter: string): readonly string[] {
  return Object.hasOwn(keys, parameter) ? (keys[parameter] ?? []) : [];
}

/** Reads the resume point of a request. Undefined for 0, which means "no resume point". */
export function readSince(
  sequence: SequenceDescriptor,
  parameters: ChannelParameters,
): bigint | undefined {
  const value = queryValue(parameters, sequence.resumeParameter);
  if (typeof value !== "bigint" && typeof value !== "number") return undefined;
  return BigInt(value) < 1n ? undefined : BigInt(value);
}

/**
 * Reads the id of the log that the resume point belongs to; undefined if the client does not name
 * the log.
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
