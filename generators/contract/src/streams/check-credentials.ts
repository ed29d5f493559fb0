// Checks what the schema of `x-credentials` cannot say: the parts of a scheme that need each other,
// and that private topics have credentials.

import { reportExtension } from "../extensions/rule-fields.ts";
import type { Build } from "../reading/build.ts";
import { member, type ObjectPlace, objectMembers, type Place, placeAt } from "../reading/place.ts";

/** Reports schemes that cannot be followed. */
export function checkCredentials(build: Build, credentials: ObjectPlace | undefined): void {
  for (const [, scheme] of objectMembers(placeAt(credentials, "schemes"))) {
    checkScheme(build, scheme);
  }
}

/** Reports private topics without credentials. */
export function checkPrivateTopics(
  build: Build,
  subscription: ObjectPlace,
  credentials: ObjectPlace | undefined,
): void {
  for (const [, topic] of objectMembers(member(subscription, "topics"))) {
    const place = member(topic, "private");
    if (place?.value !== true || credentials !== undefined) continue;
    reportExtension(build, place, "A private topic needs `x-credentials` to be stated.");
  }
}

function checkScheme(build: Build, scheme: ObjectPlace): void {
  const fault = (place: Place, message: string): void => reportExtension(build, place, message);

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
}
