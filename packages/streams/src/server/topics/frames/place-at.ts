import { FeedServerError } from "../feed-server-error.ts";

type Steps = readonly (string | number)[];

/**
 * Returns a copy of a JSON value that has `placed` at a pointer. Creates missing objects and arrays on the
 * way. A negative index adds an element to the end of the array. The original value is not changed.
 *
 * @throws FeedServerError `contract_unclear` if a step is a name but the value is an array, or if a step is
 * an index but the value is an object.
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
 * Reports whether a value can have a member or element for a step: an object for a name, an array for an
 * index. A missing value can have both.
 */
export function canHold(value: unknown, step: string | number | undefined): boolean {
  if (value === undefined || step === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) === (typeof step === "number");
}
