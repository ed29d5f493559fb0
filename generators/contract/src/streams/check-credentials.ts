// Checks rules that the JSON Schema of `x-credentials` cannot express: combinations of the members of a
// scheme, and credentials for private topics.

import { reportExtension } from "../extensions/rule-fields.ts";
import type { Build } from "../reading/build.ts";
import {
  memberOf,
  type ObjectPlace,
  objectMembers,
  type Place,
  placeAt,
} from "../reading/place.ts";

/** Reports schemes with a combination of members that is not allowed. */
export function checkCredentials(build: Build, credentials: ObjectPlace | undefined): void {
  for (const [, scheme] of objectMembers(placeAt(credentials, "schemes"))) {
    checkScheme(build, scheme);
  }
}

/** Reports private topics on a channel without credentials. */
export function checkPrivateTopics(
  build: Build,
  subscription: ObjectPlace,
  credentials: ObjectPlace | undefined,
): void {
  for (const [, topic] of objectMembers(memberOf(subscription, "topics"))) {
    const place = memberOf(topic, "private");
    if (place?.value !== true || credentials !== undefined) continue;
    reportExtension(build, place, "A private topic needs `x-credentials`.");
  }
}

function checkScheme(build: Build, scheme: ObjectPlace): void {
  const fault = (place: Place, message: string): void => reportExtension(build, place, message);

  const signs = memberOf(scheme, "algorithm")?.value !== "none";
  const text = memberOf(scheme, "text");
  if (signs && text === undefined) fault(scheme, "The scheme needs `text`, the parts to sign.");
  for (const name of signs ? [] : ["text", "encoding"]) {
    const place = memberOf(scheme, name);
    if (place !== undefined) fault(place, `\`${name}\` has no effect with the algorithm \`none\`.`);
  }
  const message = placeAt(scheme, "place", "message");
  const renew = memberOf(scheme, "renew");
  if (renew !== undefined && message === undefined) {
    fault(renew, "`renew` needs a login message, but `place` has no `message`.");
  }
}
