import { nearestName } from "@specwright/spec-loader";
import { reportExtension } from "../extensions/rule-fields.ts";
import type { ParameterGroup } from "../model/operation.ts";
import type { StreamRules } from "../model/stream-rules.ts";
import type { Build } from "../reading/build.ts";
import { memberOf, type ObjectPlace, placeAt } from "../reading/place.ts";
import { viewObject } from "../schema/object-view.ts";

/** Reports a query parameter of `resume` that the channel does not declare. */
export function checkResumeParameter(
  build: Build,
  channel: ObjectPlace,
  { resume }: StreamRules,
  groups: readonly ParameterGroup[],
): void {
  const place = placeAt(memberOf(channel, "x-sequence"), "resume", "parameter");
  const query = groups.find((group) => group.in === "query");
  if (place === undefined || resume === undefined || query === undefined) return;
  const names = [...viewObject(query.declaration.schema).properties.keys()];
  const wanted = resume.parameter;
  if (names.includes(wanted)) return;
  const near = nearestName(wanted, names);
  const hint =
    near === undefined ? `Parameters: ${names.join(", ")}.` : `Did you mean \`${near}\`?`;
  reportExtension(build, place, `The query of the channel has no parameter \`${wanted}\`. ${hint}`);
}
