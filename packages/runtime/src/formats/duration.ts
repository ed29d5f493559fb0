/**
 * Reports whether a value is a duration of RFC 3339, appendix A: whole units without gaps, weeks
 * alone.
 */
export function isDuration(text: unknown): boolean {
  return typeof text === "string" && duration.test(text);
}

const duration =
  /^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))$/;
