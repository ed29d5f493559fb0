// The forms that extensions had before they had a version, each with how it is written now.

import type { Build } from "../reading/build.ts";
import { holdsObject, member, type ObjectPlace } from "../reading/place.ts";
import { report } from "../reading/problems.ts";

interface OlderForm {
  /** The members that only the present form has; absent if the extension has another name now. */
  readonly present?: readonly string[];
  readonly fix: string;
}

const olderForms: Readonly<Record<string, OlderForm>> = {
  "x-envelope": {
    present: ["version", "match"],
    fix:
      "Add `version: 1`, write `field` of `time` as the JSON Pointer `at`, and move `heartbeat` to " +
      '`x-heartbeat`: { version: 1, beats: [{ from: server, message: MESSAGE, every: { at: "/POINTER", unit: s } }] }.',
  },
  "x-sequence": {
    present: ["version", "counters"],
    fix:
      "Write `field`, `counts` and `repeats` as the only counter: { version: 1, counters: [{ messages: " +
      '[COUNTS], repeats: [REPEATS], scope: connection, at: "/FIELD", step: one, gap: reconnect }], ' +
      "resume: … }. In `resume`, `resumeParameter` is `parameter` with `from: next`, `watermarkField` is the " +
      "JSON Pointer `watermark`, `pointer` of `identity` is `at`, and the rest is as it was.",
  },
  "x-subscription": {
    present: ["version", "topics"],
    fix:
      "Write the requests as templates of a topic with one parameter: { version: 1, topics: { NAME: { " +
      'parameters: { key: { type: string } }, subscribe: { type: TYPE, KEYS: ["{key}"] }, unsubscribe: …, ' +
      'list: "/KEYS", messages: [SNAPSHOT, DIFFS], where: { "/KEY": "{key}" } } } }. `counterField` is `at` of ' +
      "a counter of `x-sequence` with `starts: [SNAPSHOT]`, `forceSnapshotField` the `request` of " +
      "`x-snapshot`, and `book` the topic of `x-book` with `number: units-nanos`.",
  },
  "x-signature": {
    fix:
      "Write `x-credentials`: `headers` are those of `place`, with the values `{key}`, `{time}` and " +
      "`{signature}`; `lines` are the parts of `text`, such as `{method}`, with a line feed as `end`; " +
      "`clockSkewMs` is `toleranceMs` of `time`.",
  },
  "x-close-codes": {
    fix: "Write `x-endings`: { version: 1, closes: [the list, with `codes` for `code`] }.",
  },
};

/** Reports the extensions of an object that have an older form, and returns their names. */
export function reportOlderForms(build: Build, object: ObjectPlace): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [name, { present, fix }] of Object.entries(olderForms)) {
    const place = member(object, name);
    if (place === undefined || place.value === null || place.value === false) continue;
    if (present !== undefined) {
      if (!holdsObject(place) || Object.keys(place.value).length === 0) continue;
      if (present.some((key) => member(place, key) !== undefined)) continue;
    }
    found.add(name);
    const message = `\`${name}\` is written in a form that is no longer read.`;
    report(build, "EXTENSION_SHAPE", place, message, fix);
  }
  return found;
}
