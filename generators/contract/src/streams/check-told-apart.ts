// Checks that a client can determine the topic of each frame.

import type { Topic } from "../model/stream-rules.ts";
import type { Build } from "../reading/build.ts";
import { type ObjectPlace, objectMembers, placeAt } from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";
import { namesIn } from "./placeholders.ts";

/**
 * Reports parameters that requests for a topic use, but `where` does not. Clients could not distinguish the
 * frames of topics that differ only in such a parameter.
 */
export function checkToldApart(
  build: Build,
  subscription: ObjectPlace,
  topics: readonly Topic[],
): void {
  for (const { name, parameters } of topics) {
    const topic = placeAt(subscription, "topics", name);
    const [where, request] = ["where", "subscribe"].map((key) => placeAt(topic, key));
    if (where === undefined || request === undefined) continue;
    const own = objectMembers(where).filter(([key]) => !key.startsWith("/"));
    const groups = own.length === 0 ? [where] : own.map(([, each]) => each);
    const told = groups
      .map(namesIn)
      .reduce((some, others) => some.filter((each) => others.includes(each)));
    // The server gives each topic a different alias.
    if (told.includes("alias")) continue;
    const asked = namesIn(request);
    const missing = parameters
      .filter(({ enum: values }) => values?.length !== 1)
      .flatMap((parameter) =>
        asked.includes(parameter.name) && !told.includes(parameter.name)
          ? [`\`${parameter.name}\``]
          : [],
      );
    if (missing.length === 0) continue;
    const message = `\`where\` of \`${name}\` does not use the parameter ${missing.join(" and ")}. The client opens a connection for each value.`;
    reportProblem(build, "TOPIC_WHERE", where, message);
  }
}
