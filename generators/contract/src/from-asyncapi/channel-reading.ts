// The steps of reading a channel that are the same in AsyncAPI 2 and 3.

import { compareCodePoints } from "@specwright/spec-loader";
import type { Channel, ChannelParameter, Message } from "../model/channel.ts";
import type { ParameterGroup } from "../model/operation.ts";
import type { SecurityRequirement } from "../model/server.ts";
import type { Build } from "../reading/build.ts";
import { declareComposed, declareUse } from "../reading/declarations.ts";
import { isDeprecated, readExtensions, textField } from "../reading/fields.ts";
import { memberOf, type ObjectPlace, omitUndefined, sourceOf } from "../reading/place.ts";
import { readTags } from "../reading/shared-objects.ts";
import { readSchema } from "../schema/schema-object.ts";
import { readStreamRules } from "../streams/stream-rules.ts";
import type { AsyncApi, ServerReading } from "./asyncapi.ts";
import { bindingOf, readBindings } from "./bindings-object.ts";
import { checkResumeParameter } from "./check-resume-parameter.ts";
import { discriminateMessages } from "./discriminate-messages.ts";
import { gatherChannelParameters, readChannelParameters } from "./parameter-object.ts";

/** A channel whose operations are still being read. */
export type ChannelDraft = { -readonly [Key in keyof Channel]: Channel[Key] };

/**
 * A channel and its messages. The key of a message is a place that references to the message can point to.
 */
export interface ChannelReading {
  readonly channel: ChannelDraft;
  readonly place: ObjectPlace;
  readonly messagesByPlace: ReadonlyMap<string, Message>;
}

/** The parts of a channel that AsyncAPI 2 and 3 describe differently. */
export interface ChannelParts {
  readonly id: string;
  readonly address: string | null;
  readonly messages: readonly Message[];
  readonly servers: readonly ServerReading[];
}

/** Creates a channel without operations. */
export function createChannel(
  { build }: AsyncApi,
  root: ObjectPlace,
  place: ObjectPlace,
  parts: ChannelParts,
): ChannelDraft {
  const { id, address, servers } = parts;
  const parameters = readChannelParameters(build, place, address);
  const messages = discriminateMessages(parts.messages);
  const protocols = new Set(servers.map(({ server }) => server.protocol));
  const parameterGroups = readGroups(build, place, id, parameters);
  const rules = readStreamRules(build, root, place, messages);
  checkResumeParameter(build, place, rules, parameterGroups);
  return omitUndefined({
    kind: "channel" as const,
    id,
    address,
    title: textField(build, place, "title"),
    summary: textField(build, place, "summary"),
    description: textField(build, place, "description"),
    deprecated: isDeprecated(place),
    parameters,
    parameterGroups,
    messages,
    protocols: [...protocols].filter((name) => name !== "").sort(compareCodePoints),
    servers: servers.map(({ server }) => server.id),
    security: distinctRequirements(servers.flatMap(({ security }) => security)),
    sends: [],
    receives: [],
    bindings: readBindings(build, place),
    tags: readTags(build, place).map((tag) => tag.name),
    ...rules,
    extensions: readExtensions(place),
    source: sourceOf(place),
  });
}

/**
 * Adds messages to the list of messages that a channel sends or receives. Each message is listed once, in
 * the order of the channel's messages.
 */
export function addTraffic(
  channel: ChannelDraft,
  action: "send" | "receive",
  messages: readonly Message[],
): void {
  const field = action === "send" ? "sends" : "receives";
  const all = new Set([...channel[field], ...messages]);
  const own = channel.messages.filter((message) => all.has(message));
  channel[field] = [...own, ...[...all].filter((message) => !own.includes(message))];
}

function readGroups(
  build: Build,
  place: ObjectPlace,
  id: string,
  parameters: readonly ChannelParameter[],
): ParameterGroup[] {
  const groups: ParameterGroup[] = [];
  if (parameters.length > 0) {
    const schema = gatherChannelParameters(build, place, parameters);
    const declaration = declareComposed(build, schema, "parameters", [`${id} path`]);
    groups.push({ in: "path", declaration });
  }
  const binding = bindingOf(build, place, "ws");
  for (const [field, location] of [
    ["query", "query"],
    ["headers", "header"],
  ] as const) {
    const schemaPlace = binding === undefined ? undefined : memberOf(binding, field);
    if (schemaPlace === undefined) continue;
    const schema = readSchema(build, schemaPlace);
    const names = [`${id} ${field}`];
    groups.push({ in: location, declaration: declareUse(build, schema, "parameters", names) });
  }
  return groups;
}

function distinctRequirements(requirements: readonly SecurityRequirement[]): SecurityRequirement[] {
  const byText = new Map(
    requirements.map((requirement) => [JSON.stringify([...requirement]), requirement]),
  );
  return [...byText.values()];
}
