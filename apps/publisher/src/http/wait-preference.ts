// The preference `wait` (RFC 7240, section 4.3).

/** The maximum wait of a request, in seconds. */
const MAX_WAIT_SEC = 30;

/**
 * Returns how many seconds the caller wants to wait for a result, at most 30; undefined if the
 * header does not contain `wait`.
 */
export function waitPreference(prefer: string | undefined): number | undefined {
  const [, digits] = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|,|$)/i.exec(prefer ?? "") ?? [];
  const seconds = Math.min(Number(digits ?? 0), MAX_WAIT_SEC);
  return seconds > 0 ? seconds : undefined;
}
