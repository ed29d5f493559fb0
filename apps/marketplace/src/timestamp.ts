const DAY_MS = 86_400_000;
/** The maximum number of days in the cache. */
const MAX_DAYS = 1_000;

const dates = new Map<number, string>();
const twoDigits: readonly string[] = Array.from({ length: 60 }, (_, number) =>
  padDigits(number, 2),
);

/**
 * Formats milliseconds since the epoch like `Date.prototype.toISOString`, in half the time. The
 * function caches the texts of dates, because a page of listings contains dozens of timestamps from
 * only a few days.
 */
export function timestamp(milliseconds: number): string {
  const day = Math.floor(milliseconds / DAY_MS);
  const rest = milliseconds - day * DAY_MS;
  const hours = twoDigits[Math.floor(rest / 3_600_000)];
  const minutes = twoDigits[Math.floor(rest / 60_000) % 60];
  const seconds = twoDigits[Math.floor(rest / 1_000) % 60];
  return `${dayToDate(day)}${hours}:${minutes}:${seconds}.${padDigits(rest % 1_000, 3)}Z`;
}

/** Returns the date of a day since the epoch, followed by `T`. */
function dayToDate(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  if (dates.size >= MAX_DAYS) dates.clear();
  const date = new Date(day * DAY_MS).toISOString().slice(0, -"00:00:00.000Z".length);
  dates.set(day, date);
  return date;
}

function padDigits(number: number, length: number): string {
  return String(number).padStart(length, "0");
}
