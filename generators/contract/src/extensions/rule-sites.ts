import { extensionSchemas } from "@specwright/spec-loader";
import type { Build } from "../reading/build.ts";
import { holdsObject, memberOf, type ObjectPlace, type Place } from "../reading/place.ts";
import { checkShape } from "./check-shape.ts";
import { reportOlderForms } from "./older-forms.ts";

/**
 * An extension and its place. An extension at the root of the document applies to every channel that it
 * fits.
 */
export interface RuleSite<Where extends Place = Place> {
  readonly place: Where;
  readonly ofRoot: boolean;
}

/** The extensions that describe the stream of a channel. */
export const streamExtensions = [
  "x-envelope",
  "x-subscription",
  "x-sequence",
  "x-snapshot",
  "x-book",
  "x-heartbeat",
  "x-credentials",
  "x-endings",
  "x-flow-control",
] as const;

/** The name of an extension that describes a stream. */
export type StreamExtension = (typeof streamExtensions)[number];

/** The valid extensions of a channel. */
export interface RuleSites {
  get(name: StreamExtension): RuleSite<ObjectPlace> | undefined;
  readonly all: ReadonlyMap<StreamExtension, RuleSite<ObjectPlace>>;
  /** Whether all extensions of the channel are valid. */
  readonly isComplete: boolean;
}

/**
 * Finds the extensions of a channel. If the channel does not have an extension, the one at the root of the
 * document applies. `null` or `false` on a channel disables the extension of the root. Reports extensions
 * that do not match their schemas.
 */
export function findRules(build: Build, root: ObjectPlace, channel: ObjectPlace): RuleSites {
  const older = new Map([root, channel].map((place) => [place, reportOlderForms(build, place)]));
  const sites = new Map<StreamExtension, RuleSite<ObjectPlace>>();
  let isComplete = [...older.values()].every((names) => names.size === 0);
  for (const name of streamExtensions) {
    const site = findSite(root, channel, name);
    if (site === undefined || older.get(site.ofRoot ? root : channel)?.has(name)) continue;
    const { place } = site;
    const schema = extensionSchemas[name];
    if (schema !== undefined && !checkShape(build, place, schema)) isComplete = false;
    else if (holdsObject(place)) sites.set(name, { ...site, place });
  }
  return { get: (name) => sites.get(name), all: sites, isComplete };
}

/**
 * Finds an extension: on the channel, or else at the root of the document. Returns undefined if the channel
 * disables the extension.
 */
function findSite(root: ObjectPlace, channel: ObjectPlace, name: string): RuleSite | undefined {
  const own = memberOf(channel, name);
  const place = own ?? memberOf(root, name);
  const isOff = place === undefined || place.value === null || place.value === false;
  return isOff ? undefined : { place, ofRoot: own === undefined };
}
