// The placeholders of templates. The run time replaces each placeholder by a value. The available
// placeholders depend on the place of the template.

import { nearestName } from "@specwright/spec-loader";
import { reportExtension } from "../extensions/rule-fields.ts";
import type { RuleSites, StreamExtension } from "../extensions/rule-sites.ts";
import type { Build } from "../reading/build.ts";
import {
  holdsObject,
  listItems,
  listMembers,
  type ObjectPlace,
  type Place,
  placeAt,
  textItems,
} from "../reading/place.ts";

/** Returns the names of placeholders that are available in a template. */
type NameGroup = (context: TemplateContext) => readonly string[];

interface TemplateContext {
  readonly subscription: ObjectPlace | undefined;
  /**
   * The object at the first `*` in the path of the template, such as a topic or a scheme, and the key of
   * this object.
   */
  readonly owner: ObjectPlace | undefined;
  readonly ownerName: string;
}

const id: NameGroup = () => ["id"];

/** The parameters of a topic. */
const parameters: NameGroup = ({ subscription, ownerName }) => {
  const place = placeAt(subscription, "topics", ownerName, "parameters");
  return place !== undefined && holdsObject(place) ? Object.keys(place.value) : [];
};

/**
 * The name that the server chooses for a subscription. Available if the acknowledgement contains the name.
 */
const alias: NameGroup = ({ subscription }) =>
  placeAt(subscription, "acknowledgement", "alias") === undefined ? [] : ["alias"];

/** The values of a credential scheme that do not depend on a request. */
const fresh: NameGroup = ({ owner }) => {
  const time = placeAt(owner, "time");
  return [
    "key",
    ...textItems(placeAt(owner, "values")),
    ...(time === undefined ? [] : ["time"]),
    ...(placeAt(time, "lifetimeMs") === undefined ? [] : ["expires"]),
    ...(placeAt(owner, "nonce") === undefined ? [] : ["nonce"]),
  ];
};

/** The values of the request that a credential scheme signs. Only HTTP requests have a path. */
const request: NameGroup = ({ owner }) => {
  const isHttp = [["ticket"], ["place", "headers"], ["place", "query"]].some(
    (keys) => placeAt(owner, ...keys) !== undefined,
  );
  const path = isHttp ? ["path", "path-without-query", "query"] : [];
  return ["method", ...path, "body", "sorted-parameters"];
};

const secret: NameGroup = ({ owner }) => (isSigned(owner) ? [] : ["secret"]);

const signature: NameGroup = ({ owner }) => (isSigned(owner) ? ["text", "signature"] : []);

/**
 * The values of a credential that a request contains: the ticket, if the scheme has one; otherwise the
 * signature and its parts.
 */
const sent: NameGroup = (context) =>
  placeAt(context.owner, "ticket") === undefined
    ? [fresh, request, secret, signature].flatMap((group) => group(context))
    : ["key", ...textItems(placeAt(context.owner, "values")), "token"];

/**
 * The paths of templates in each extension. For each path, the placeholders that are available in the
 * template.
 */
const templates: Partial<
  Readonly<Record<StreamExtension, readonly (readonly [path: string, ...groups: NameGroup[]])[]>>
> = {
  "x-subscription": [
    ["setup/*/payload", id],
    ["topics/*/subscribe", parameters, id],
    ["topics/*/unsubscribe", parameters, id, alias],
    ["topics/*/where", parameters, alias],
    ["topics/*/acknowledged", parameters],
    ["topics/*/refused", parameters],
  ],
  "x-snapshot": [
    ["topics/*/request", parameters, id, alias],
    ["topics/*/operation/server"],
    ["topics/*/operation/path", parameters],
    ["topics/*/operation/query", parameters],
  ],
  "x-heartbeat": [["beats/*/payload"], ["beats/*/answer"]],
  "x-credentials": [
    ["schemes/*/text", fresh, request],
    ["schemes/*/parameters/add", fresh],
    ["schemes/*/ticket/server"],
    ["schemes/*/ticket/path", fresh],
    ["schemes/*/ticket/body", fresh, secret],
    ["schemes/*/ticket/headers", fresh, request, secret, signature],
    ["schemes/*/place/headers", sent],
    ["schemes/*/place/query", sent],
    ["schemes/*/place/message/payload", sent, id],
    ["schemes/*/place/eachSubscribe", sent],
    ["schemes/*/place/eachUnsubscribe", sent],
  ],
};

/** Reports placeholders in the templates of a channel that are not available. */
export function checkPlaceholders(build: Build, sites: RuleSites): void {
  const subscription = sites.get("x-subscription")?.place;
  for (const [name, { place }] of sites.all) {
    // Snapshots are requested only for topics.
    if (name === "x-snapshot" && subscription === undefined) continue;
    for (const [path, ...groups] of templates[name] ?? []) {
      for (const found of findPlaces(place, path.split("/"))) {
        const context = { subscription, owner: found.owner, ownerName: found.ownerName };
        const known = [...new Set(groups.flatMap((group) => group(context)))];
        for (const text of textPlaces(found.place)) {
          const fault = findFault(String(text.value), known, groups.includes(alias));
          if (fault !== undefined) reportExtension(build, text, fault);
        }
      }
    }
  }
}

interface FoundPlace {
  readonly place: Place;
  readonly owner: ObjectPlace | undefined;
  readonly ownerName: string;
}

/** Finds the places of a path. `*` stands for each member of an object, or each item of a list. */
function findPlaces(start: Place, path: readonly string[]): readonly FoundPlace[] {
  const star = path.indexOf("*");
  const list = placeAt(start, ...path.slice(0, star));
  return childPlaces(list).flatMap(([ownerName, owner]): FoundPlace[] => {
    const place = placeAt(owner, ...path.slice(star + 1));
    // If the client sends the heartbeat, `answer` is the name of a message, not a template.
    if (place === undefined || isNameOfMessage(owner, path)) return [];
    return [{ place, owner: holdsObject(owner) ? owner : undefined, ownerName }];
  });
}

function isNameOfMessage(owner: Place, path: readonly string[]): boolean {
  return path.at(-1) === "answer" && placeAt(owner, "from")?.value === "client";
}

function childPlaces(place: Place | undefined): readonly [string, Place][] {
  if (place === undefined) return [];
  if (holdsObject(place)) return listMembers(place);
  return listItems(place).map((item, index) => [String(index), item]);
}

/** Lists the names of the placeholders in a template. */
export function namesIn(template: Place): readonly string[] {
  return textPlaces(template).flatMap(({ value }) =>
    [...String(value).replaceAll("{{", "").matchAll(placeholder)].flatMap(([, name]) => name ?? []),
  );
}

/** Lists the places of all strings in a template. */
function textPlaces(place: Place): readonly Place[] {
  if (typeof place.value === "string") return [place];
  return childPlaces(place).flatMap(([, child]) => textPlaces(child));
}

const placeholder = /\{([A-Za-z_][A-Za-z0-9_.-]*)(?:\|(?:upper|lower|string))?\}/g;

/**
 * Returns a message about the first fault in a string of a template. Returns undefined for a valid string.
 */
function findFault(
  text: string,
  known: readonly string[],
  mayHaveAlias: boolean,
): string | undefined {
  const rest = text.replaceAll("{{", "");
  const broken = findBraceFault(text, rest.replaceAll(placeholder, ""));
  if (broken !== undefined) return broken;
  for (const [, name = ""] of rest.matchAll(placeholder)) {
    if (known.includes(name)) continue;
    if (name === "alias" && mayHaveAlias) {
      return "Unknown placeholder {alias}: `acknowledgement` has no `alias`, so the client never learns the server's name of the topic.";
    }
    return unknownPlaceholder(name, known);
  }
  return undefined;
}

function unknownPlaceholder(name: string, known: readonly string[]): string {
  if (known.length === 0) return `Unknown placeholder {${name}}. There are no placeholders here.`;
  const near = nearestName(name, known);
  const hint = near === undefined ? "" : ` Did you mean {${near}}?`;
  return `Unknown placeholder {${name}}.${hint} Placeholders here: ${known.join(", ")}.`;
}

function findBraceFault(text: string, rest: string): string | undefined {
  const brace = rest.indexOf("{");
  if (brace < 0) return undefined;
  const [, filter] = /^\{[^{}|]+\|([^{}]*)\}/.exec(rest.slice(brace)) ?? [];
  return filter === undefined
    ? `Invalid placeholder in \`${text}\`. Write \`{name}\`, or \`{{\` for a literal brace.`
    : `Unknown filter \`|${filter}\` in \`${text}\`. Filters: \`|upper\`, \`|lower\`, \`|string\`.`;
}

function isSigned(scheme: Place | undefined): boolean {
  return placeAt(scheme, "algorithm")?.value !== "none";
}
