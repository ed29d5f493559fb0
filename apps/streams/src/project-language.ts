import type { ProjectFrames } from "@specwright/streams/server";

/** The members of lifecycle payloads that contain a LocalizedText (streams source §2.6, §2.10). */
const LOCALIZED = ["title", "series_title", "rules_primary", "subtitle_yes", "subtitle_no"];

/**
 * Removes all languages except those of `lang` from localized texts in /events frames (streams
 * source §4.4).
 */
export const projectLanguage: ProjectFrames = (channel, query) => {
  if (channel.id !== "events" || !("lang" in query) || !Array.isArray(query.lang)) return undefined;
  const wanted = [...new Set(query.lang.map(String))].sort();
  if (wanted.length === 0) return undefined;
  return { variant: wanted.join(","), apply: (frame) => withLanguages(frame, wanted) };
};

function withLanguages(frame: unknown, wanted: readonly string[]): unknown {
  if (!isObject(frame) || !isObject(frame["payload"])) return frame;
  const payload = Object.entries(frame["payload"]).map(([name, value]) =>
    LOCALIZED.includes(name) && isObject(value)
      ? [name, pickLanguages(value, wanted)]
      : [name, value],
  );
  return { ...frame, payload: Object.fromEntries(payload) };
}

function pickLanguages(text: Readonly<Record<string, unknown>>, wanted: readonly string[]): object {
  return Object.fromEntries(Object.entries(text).filter(([language]) => wanted.includes(language)));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
