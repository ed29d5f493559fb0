import { FeedServerError } from "../feed-server-error.ts";

type Steps = readonly (string | number)[];

/**
 * Returns a copy of a JSON value with `placed` at a pointer. Missing objects and arrays on the
 * way are created. A negative index adds an element to the end of the array. Existing values are
 * not changed.
 *
 * @throws FeedServerError `contract_unclear` if a step is a name and the value is an array, or the
 * step is an index and the value is an object.
 */
export function placeAt(value: unknown, [step, ...others]: Steps, placed: unknown): unknown {
  if (step === undefined) return placed;
  if (!canHold(value, step)) {
    const what = typeof step === "number" ? "an array" : "an object";
    throw new FeedServerError(
      "contract_unclear",
      `A pointer of the contract has the step ${step}, but the frame has no ${what.slice(3)} there.`,
    );
  }
  if (typeof step === "string") {
    const members = (value ?? {}) as Readonly<Record<string, unknown>>;
    return { ...members, [step]: placeAt(members[step], others, placed) };
  }
  const items = [...((value ?? []) as readonly unknown[])];
  const at = step < 0 ? items.length : step;
  while (items.length < at) items.push(undefined);
  items[at] = placeAt(items[at], others, placed);
  return items;
}

/**
 * Reports whether a value can be entered by a step: an object by a name, an array by an index, a
 * missing value by both.
 */
export function canHold(value: unknown, step: string | number | undefined): boolean {
  if (value === undefined || step === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) === (typeof step === "number");
}
