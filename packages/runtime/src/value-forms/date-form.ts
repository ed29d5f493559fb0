import { isMillisecondDateTime } from "../formats/date-time-precision.ts";
import { type LeafForm, leafForm } from "./form.ts";

/**
 * A date-time as a `Date`. The offset is lost: a `Date` is a point in time, and its text is in UTC with
 * milliseconds.
 */
export const dateForm: LeafForm<Date> = /* @__PURE__ */ leafForm({
  isWire: isMillisecondDateTime,
  isValue: isValidDate,
  // Engines need not support the lower-case letters that RFC 3339 allows.
  read: (text: string) => new Date(text.toUpperCase()),
  write: (date: Date) => date.toISOString(),
});

/** Reports whether a value is a valid `Date`, of any realm. */
function isValidDate(value: unknown): value is Date {
  if (Object.prototype.toString.call(value) !== "[object Date]") return false;
  return !Number.isNaN(Date.prototype.getTime.call(value));
}
