// Checks rules that the JSON Schema of `x-credentials` cannot express: parts of a scheme that need
// each other, and private topics without credentials.

import { reportExtension } from "../extensions/rule-fields.ts";
import type { Build } from "../reading/build.ts";
import {
  memberOf,
  type ObjectPlace,
  objectMembers,
  type Place,
  placeAt,
} from "../reading/place.ts";

/** Reports schemes whose parts do not fit together. */
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
