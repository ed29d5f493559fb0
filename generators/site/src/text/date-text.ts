const months = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

/**
 * Formats a date of RFC 3339, with or without a time, as `2 May 2022`. Returns any other text unchanged.
 */
export function dateText(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  return year === undefined || name === undefined ? date : `${Number(day)} ${name} ${year}`;
}
