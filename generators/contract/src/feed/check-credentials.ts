// Checks what the schema of `x-credentials` cannot say: the parts of a scheme that need each other,
// and that private topics have credentials.

import { reportExtension } from "../extensions/rule-fields.ts";
import type { Build } from "../reading/build.ts";
import { member, type ObjectPlace, objectMembers, type Place, placeAt } from "../reading/place.ts";

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

  const signs = member(scheme, "algorithm")?.value !== "none";
  const text = member(scheme, "text");
  if (signs && text === undefined) fault(scheme, "The scheme must say in `text` what is signed.");
  for (const name of signs ? [] : ["text", "encoding"]) {
    const place = member(scheme, name);
    if (place !== undefined) fault(place, `With the algorithm \`none\` there is no \`${name}\`.`);
  }
  const message = placeAt(scheme, "place", "message");
  const renew = member(scheme, "renew");
  if (renew !== undefined && message === undefined) {
    fault(renew, "Only a login by a message can be renewed: `place` has no `message`.");
  }
  return sound;
}
