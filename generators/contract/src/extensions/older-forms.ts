// The forms of extensions before the member `version` was added. `fix` describes how to upgrade each form.

import type { Build } from "../reading/build.ts";
import { holdsObject, memberOf, type ObjectPlace } from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";

interface OlderForm {
  /** The members that only the current form has; absent if the extension has a new name. */
  readonly present?: readonly string[];
  readonly fix: string;
}

const olderForms: Readonly<Record<string, OlderForm>> = {
  "x-envelope": {
    present: ["version", "match"],
    fix:
      "Add `version: 1`, replace `field` of `time` by the JSON Pointer `at`, and move `heartbeat` to " +
      '`x-heartbeat`: { version: 1, beats: [{ from: server, message: MESSAGE, every: { at: "/POINTER", unit: s } }] }.',
  },
  "x-sequence": {
    present: ["version", "counters"],
    fix:
      "Turn `field`, `counts` and `repeats` into a counter: { version: 1, counters: [{ messages: " +
      '[COUNTS], repeats: [REPEATS], scope: connection, at: "/FIELD", step: one, gap: reconnect }], ' +
      "resume: … }. In `resume`, replace `resumeParameter` by `parameter` with `from: next`, `watermarkField` by the " +
      "JSON Pointer `watermark`, and `pointer` of `identity` by `at`; keep the other members.",
  },
  "x-subscription": {
    present: ["version", "topics"],
    fix:
      "Turn the requests into templates of a topic with one parameter: { version: 1, topics: { NAME: { " +
      'parameters: { key: { type: string } }, subscribe: { type: TYPE, KEYS: ["{key}"] }, unsubscribe: …, ' +
      'list: "/KEYS", messages: [SNAPSHOT, DIFFS], where: { "/KEY": "{key}" } } } }. Replace `counterField` by `at` of ' +
      "a counter of `x-sequence` with `starts: [SNAPSHOT]`, `forceSnapshotField` by `request` of " +
      "`x-snapshot`, and `book` by a topic of `x-book` with `number: units-nanos`.",
  },
  "x-signature": {
    fix:
      "Use `x-credentials` instead. Move `headers` to `place`, with the values `{key}`, `{time}` and " +
      "`{signature}`; turn `lines` into the parts of `text`, such as `{method}`, with a line feed as `end`; " +
      "and replace `clockSkewMs` by `toleranceMs` of `time`.",
  },
  "x-close-codes": {
    fix: "Use `x-endings` instead: { version: 1, closes: [the list, with `codes` instead of `code`] }.",
  },
};

/** Reports the extensions of an object that have an old form, and returns their names. */
export function reportOlderForms(build: Build, object: ObjectPlace): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [name, { present, fix }] of Object.entries(olderForms)) {
    const place = memberOf(object, name);
    if (place === undefined || place.value === null || place.value === false) continue;
    if (present !== undefined) {
      if (!holdsObject(place) || Object.keys(place.value).length === 0) continue;
      if (present.some((key) => memberOf(place, key) !== undefined)) continue;
    }
    found.add(name);
    const message = `\`${name}\` is written in an old form that is no longer supported.`;
    reportProblem(build, "EXTENSION_SHAPE", place, message, fix);
  }
  return found;
}
