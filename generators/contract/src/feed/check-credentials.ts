// Checks what the schema of `x-credentials` cannot say: the placeholders of each scheme, and that
// private topics have credentials.

import type { JsonValue } from "@specwright/spec-loader";
import { reportExtension } from "../extensions/rule-fields.ts";
import type { Build } from "../reading/build.ts";
import {
  member,
  type ObjectPlace,
  objectMembers,
  type Place,
  placeAt,
  textItems,
} from "../reading/place.ts";
import { findBraceFault, placeholders } from "./placeholders.ts";

/** The placeholders for the request that is signed. */
const ofRequest = ["method", "path", "path-without-query", "query", "body", "sorted-parameters"];

/** Checks the schemes. Returns false, after reporting them, if some cannot be followed. */
export function checkCredentials(build: Build, credentials: ObjectPlace): boolean {
  return objectMembers(member(credentials, "schemes"))
    .map(([, scheme]) => checkScheme(build, scheme))
    .every((sound) => sound);
}

/** Checks that private topics have credentials. Returns false, after reporting them, if not. */
export function checkPrivateTopics(
  build: Build,
  subscription: ObjectPlace,
  credentials: ObjectPlace | undefined,
): boolean {
  const lacking = objectMembers(member(subscription, "topics")).flatMap(([, topic]) => {
    const place = member(topic, "private");
    return place?.value === true && credentials === undefined ? [place] : [];
  });
  for (const place of lacking) {
    reportExtension(build, place, "A private topic needs `x-credentials` to be stated.");
  }
  return lacking.length === 0;
}

function checkScheme(build: Build, scheme: ObjectPlace): boolean {
  let sound = true;
  function fault(place: Place, message: string): void {
    sound = false;
    reportExtension(build, place, message);
  }
  function need(place: Place | undefined, known: readonly string[], except = ""): void {
    if (place === undefined) return;
    const broken = findBraceFault(without(place, except));
    if (broken !== undefined) fault(place, broken);
    for (const name of placeholders(without(place, except))) {
      if (known.includes(name)) continue;
      const list = known.map((one) => `{${one}}`).join(", ");
      fault(place, `There is no value for \`{${name}}\` here; known are ${list}.`);
    }
  }

  const signs = member(scheme, "algorithm")?.value !== "none";
  const text = member(scheme, "text");
  if (signs && text === undefined) fault(scheme, "The scheme must say in `text` what is signed.");
  for (const name of signs ? [] : ["text", "encoding"]) {
    const place = member(scheme, name);
    if (place !== undefined) fault(place, `With the algorithm \`none\` there is no \`${name}\`.`);
  }
  const [ticket, place] = [member(scheme, "ticket"), member(scheme, "place")];
  const fresh = freshNames(scheme);
  const request = [...fresh, ...ofRequest];
  need(text, request);
  need(placeAt(scheme, "parameters", "add"), fresh);
  const signed = [...request, ...(signs ? ["text", "signature"] : ["secret"])];
  need(placeAt(ticket, "path"), fresh);
  need(placeAt(ticket, "body"), signs ? fresh : [...fresh, "secret"]);
  need(placeAt(ticket, "headers"), signed);
  const sent = ticket === undefined ? signed : ["key", ...valueNames(scheme), "token"];
  const message = placeAt(place, "message");
  need(place, sent, "message");
  need(message, [...sent, "id"]);
  const renew = member(scheme, "renew");
  if (renew !== undefined && message === undefined) {
    fault(renew, "Only a login by a message can be renewed: `place` has no `message`.");
  }
  return sound;
}

/** The names of the values that do not depend on a request. */
function freshNames(scheme: ObjectPlace): readonly string[] {
  const time = member(scheme, "time");
  const expires = placeAt(time, "lifetimeMs") !== undefined;
  return [
    "key",
    ...valueNames(scheme),
    ...(time === undefined ? [] : ["time"]),
    ...(expires ? ["expires"] : []),
    ...(member(scheme, "nonce") === undefined ? [] : ["nonce"]),
  ];
}

function valueNames(scheme: ObjectPlace): readonly string[] {
  return textItems(member(scheme, "values"));
}

function without({ value }: Place, name: string): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
