import type { JsonValue } from "@specwright/spec-loader";
import type { Example } from "../model/operation.ts";
import type { Build } from "../reading/build.ts";
import { mapField, textField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import { memberOf, type ObjectPlace, omitUndefined, sourceOf } from "../reading/place.ts";

/**
 * Reads `example` and `examples` of a parameter, header or media type. External values are omitted.
 */
export function readExamples(build: Build, parent: ObjectPlace): Example[] {
  const examples: Example[] = [];
  const single = memberOf(parent, "example");
  if (single !== undefined) {
    examples.push({ name: "example", value: single.value, source: sourceOf(single) });
  }
  for (const [name, start] of mapField(build, parent, "examples")) {
    const followed = followReference(build, start);
    if (followed === undefined) continue;
    const { place } = followed;
    const value = exampleValue(place);
    if (value === undefined) continue;
    examples.push(
      omitUndefined({
        name,
        summary: followed.summary ?? textField(build, place, "summary"),
        description: followed.description ?? textField(build, place, "description"),
        value,
        source: sourceOf(place),
      }),
    );
  }
  return examples;
}

// OpenAPI 3.2 separates the value (`dataValue`) from the serialised text (`serializedValue`).
function exampleValue(place: ObjectPlace): JsonValue | undefined {
  return ["value", "dataValue", "serializedValue"]
    .map((key) => memberOf(place, key)?.value)
    .find((value) => value !== undefined);
}
