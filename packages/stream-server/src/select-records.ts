import type { ChannelParameters, SequenceDescriptor } from "@specwright/runtime/codegen";
import type { LogRecord } from "@specwright/sequenced-log";

/** Tells whether a connection wants a record. */
export type RecordFilter = (record: LogRecord) => boolean;

/**
 * Reads the filters of a connection (§4.1 to §4.4): a record must match one value of each that is
 * given. Gives nothing when none is, for then every record is wanted.
 */
export function readFilter(
  sequence: SequenceDescriptor,
  parameters: ChannelParameters,
): RecordFilter | undefined {
  const wanted = sequence.filters.flatMap((name) => {
    const values = queryValue(parameters, name);
    if (values === undefined) return [];
    const list: readonly unknown[] = Array.isArray(values) ? values : [values];
    return [{ name, values: new Set(list.map(String)) }];
  });
  if (wanted.length === 0) return undefined;
  return ({ keys }) =>
    wanted.every(({ name, values }) => keys[name]?.some((key) => values.has(key)) ?? false);
}

/** Reads the resume point; 0 and absent are none. */
export function readSince(
  sequence: SequenceDescriptor,
  parameters: ChannelParameters,
): bigint | undefined {
  const value = queryValue(parameters, sequence.resumeParameter);
  if (typeof value !== "bigint" && typeof value !== "number") return undefined;
  return BigInt(value) < 1n ? undefined : BigInt(value);
}

function queryValue({ query }: ChannelParameters, name: string): unknown {
  return query === undefined || !Object.hasOwn(query, name) ? undefined : Reflect.get(query, name);
}
