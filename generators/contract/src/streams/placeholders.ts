// The placeholders of templates: the names that the run time fills in, by the place of the
// template.

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

/** Returns the names of the placeholders that are available at a place. */
type NameGroup = (context: TemplateContext) => readonly string[];

interface TemplateContext {
  readonly subscription: ObjectPlace | undefined;
  /** The object at the first `*` of the path, and its key. */
  readonly owner: ObjectPlace | undefined;
  readonly ownerName: string;
}

const id: NameGroup = () => ["id"];

/** The parameters of the topic. */
const parameters: NameGroup = ({ subscription, ownerName }) => {
  const place = placeAt(subscription, "topics", ownerName, "parameters");
  return place !== undefined && holdsObject(place) ? Object.keys(place.value) : [];
};

/** The name that the server gives a subscription, if an acknowledgement contains it. */
const alias: NameGroup = ({ subscription }) =>
  placeAt(subscription, "acknowledgement", "alias") === undefined ? [] : ["alias"];

/** The values of a scheme that do not depend on a request. */
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

/** The values of the request that a scheme signs. Only HTTP requests have a path. */
const request: NameGroup = ({ owner }) => {
  const isHttp = [["ticket"], ["place", "headers"], ["place", "query"]].some(
    (keys) => placeAt(owner, ...keys) !== undefined,
  );
  const path = isHttp ? ["path", "path-without-query", "query"] : [];
  return ["method", ...path, "body", "sorted-parameters"];
};

const secret: NameGroup = ({ owner }) => (isSigned(owner) ? [] : ["secret"]);

const signature: NameGroup = ({ owner }) => (isSigned(owner) ? ["text", "signature"] : []);

/** The values of a credential: the signature and its parts, or else the ticket. */
const sent: NameGroup = (context) =>
  placeAt(context.owner, "ticket") === undefined
    ? [fresh, request, secret, signature].flatMap((group) => group(context))
    : ["key", ...textItems(placeAt(context.owner, "values")), "token"];

/** The templates of each extension, by path, with the placeholders that are available there. */
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

/** Reports the placeholders of a channel's templates that the run time could not fill in. */
export function checkPlaceholders(build: Build, sites: RuleSites): void {
  const subscription = sites.get("x-subscription")?.place;
  for (const [name, { place }] of sites.all) {
    // Without topics, no snapshot is ever fetched.
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

/** Finds the places of a path; `*` matches each member of an object or item of a list. */
function findPlaces(start: Place, path: readonly string[]): readonly FoundPlace[] {
  const star = path.indexOf("*");
  const list = placeAt(start, ...path.slice(0, star));
  return childPlaces(list).flatMap(([ownerName, owner]): FoundPlace[] => {
    const place = placeAt(owner, ...path.slice(star + 1));
    // If the client sends the ping, `answer` is the name of a message, not a template.
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

/** Lists the names of the placeholders of a template. */
export function namesIn(template: Place): readonly string[] {
  return textPlaces(template).flatMap(({ value }) =>
    [...String(value).replaceAll("{{", "").matchAll(placeholder)].flatMap(([, name]) => name ?? []),
  );
}

/** Lists the texts within a template. */
function textPlaces(place: Place): readonly Place[] {
  if (typeof place.value === "string") return [place];
  return childPlaces(place).flatMap(([, child]) => textPlaces(child));
}

const placeholder = /\{([A-Za-z_][A-Za-z0-9_.-]*)(?:\|(?:upper|lower|string))?\}/g;

/** Returns the fault in a text of a template, as a message; undefined if it is valid. */
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
