import type { Price } from "@specwright/marketplace-api/types";
import { element } from "./element.ts";

/** Creates a list of names and values. Skips undefined values. */
export function factList(
  entries: Readonly<Record<string, Node | string | undefined>>,
): HTMLDListElement {
  const rows = Object.entries(entries).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [element("div", {}, element("dt", {}, name), element("dd", {}, value))],
  );
  return element("dl", { class: "facts" }, ...rows);
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Creates an element with a time in the reader's time zone, and how long ago it was. */
export function timeText(iso: string, now: number = Date.now()): HTMLTimeElement {
  const time = new Date(iso);
  const ageMs = now - time.getTime();
  const [unit, unitMs] = units.find(([, ms]) => ageMs >= ms) ?? units[2];
  const age = new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(
    -Math.floor(ageMs / unitMs),
    unit,
  );
  const shown = time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return element("time", { datetime: iso }, `${shown} (${age})`);
}

/**
 * Returns a price in major units. The function inserts the decimal point into the text of the
 * amount, so that no digit is rounded.
 */
export function priceText({ amount, currency }: Price): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const { maximumFractionDigits: places = 0 } = format.resolvedOptions();
  const digits = String(amount).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  return `${[whole, digits.slice(whole.length)].filter((part) => part !== "").join(".")} ${currency}`;
}
