import { CodecError } from "../errors/codec-error.ts";
import { jsonPointer } from "../json/json-pointer.ts";

/**
 * The possible readings of a text, such as one value or a list with one item. The first valid reading is
 * used.
 */
export class Readings {
  readonly all: readonly unknown[];

  constructor(all: readonly unknown[]) {
    this.all = all;
  }
}

/**
 * Parses values by name. A value may have several readings. `parent` is the pointer to the object that
 * contains the values.
 *
 * @throws CodecError if `parse` refuses all readings of a value.
 */
export function parseReadings<T>(
  values: Readonly<Record<string, unknown>>,
  parse: (values: Readonly<Record<string, unknown>>) => T,
  parent = "",
): T {
  const entries = Object.entries(values);
  const unsure = entries.filter(([, value]) => value instanceof Readings);
  if (unsure.length === 0) return parse(values);
  const chosen = new Map(entries.map(([name, value]) => [name, firstReading(value)]));
  for (;;) {
    try {
      return parse(Object.fromEntries(chosen));
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      const { issues } = error;
      let isChanged = false;
      for (const [name, value] of unsure) {
        const pointer = parent + jsonPointer([name]);
        const isWrong = issues.some((issue) => `${issue.pointer}/`.startsWith(`${pointer}/`));
        const all: readonly unknown[] = value instanceof Readings ? value.all : [];
        const next = all.indexOf(chosen.get(name)) + 1;
        if (!isWrong || next === all.length) continue;
        chosen.set(name, all[next]);
        isChanged = true;
      }
      if (!isChanged) throw error;
    }
  }
}

/** Returns a value, or its first reading. */
export function firstReading(value: unknown): unknown {
  return value instanceof Readings ? value.all[0] : value;
}
