import type { Source } from "@specwright/spec-loader";
import type { ChannelParameter } from "../model/channel.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import type { Build } from "../reading/build.ts";
import { mapField, objectField, textField, textListField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import {
  memberOf,
  type ObjectPlace,
  omitUndefined,
  sourceOf,
  templateNames,
} from "../reading/place.ts";
import { gatherSchema, stringSchema } from "../schema/gathered-schema.ts";
import { readSchema } from "../schema/schema-object.ts";

/**
 * Reads the parameters of a channel's address, in code point order. If the address has a name in braces
 * without a parameter, a string parameter is added. If the address is known and does not contain a
 * parameter, the parameter is dropped. The loader reports both cases.
 */
export function readChannelParameters(
  build: Build,
  channel: ObjectPlace,
  address: string | null,
): ChannelParameter[] {
  const templates = address === null ? undefined : templateNames(address);
  const parameters: ChannelParameter[] = [];
  for (const [name, start] of mapField(build, channel, "parameters")) {
    if (templates !== undefined && !templates.includes(name)) continue;
    const place = followReference(build, start)?.place;
    if (place === undefined) continue;
    const schema = memberOf(place, "schema");
    const allowed = textListField(build, place, "enum");
    const examples = textListField(build, place, "examples");
    parameters.push(
      omitUndefined({
        name,
        description: textField(build, place, "description"),
        enum: allowed.length === 0 ? undefined : allowed,
        default: textField(build, place, "default"),
        examples: examples.length === 0 ? undefined : examples,
        schema: schema === undefined ? undefined : readSchema(build, schema),
        location: textField(build, place, "location"),
        source: sourceOf(place),
      }),
    );
  }
  for (const name of templates ?? []) {
    if (!parameters.some((parameter) => parameter.name === name)) {
      parameters.push({ name, source: sourceOf(channel) });
    }
  }
  return parameters;
}

/** Combines the parameters of an address into one object schema. All parameters are required. */
export function gatherChannelParameters(
  build: Build,
  channel: ObjectPlace,
  parameters: readonly ChannelParameter[],
): ObjectSchema {
  const members = parameters.map((parameter) => ({
    ...parameter,
    required: true,
    deprecated: false,
    schema: parameterSchema(parameter),
  }));
  const place = objectField(build, channel, "parameters") ?? channel;
  return gatherSchema(members, { source: sourceOf(place), closed: true });
}

function parameterSchema({ schema, source, ...parameter }: ChannelParameter): Schema {
  if (schema !== undefined) return schema;
  const base = stringSchema(source satisfies Source);
  const { enum: values, default: preset, examples } = parameter;
  const limits = { enum: values, default: preset, examples };
  return omitUndefined({
    ...base,
    raw: omitUndefined({ type: "string", ...limits }),
    ...limits,
  });
}
