import { FeedServerError } from "../feed-server-error.ts";

type Steps = readonly (string | number)[];

/**
 * Returns JSON with a value at a pointer, and adds missing objects and arrays around it. A negative
 * index adds an element to its array. Existing values are not changed.
 *
 * @throws FeedServerError `contract_unclear` if a step is a name and the value an array, or vice
 * versa.
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

/** Reports whether a value has, or could get, something at a step. */
export function canHold(value: unknown, step: string | number | undefined): boolean {
  if (value === undefined || step === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) === (typeof step === "number");
}
