// The rules that convert AsyncAPI 2 to AsyncAPI 3.0.

import { asyncapi2Grammar } from "../../grammar/asyncapi-2.ts";
import type { Converter, Rule, Rules } from "../converter.ts";
import {
  memberAt,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  scalarPart,
} from "../part.ts";
import { type BindingLosses, convertBindings } from "./bindings.ts";
import {
  type ConvertedChannels,
  channelMembers,
  convertChannels,
  convertSharedChannels,
} from "./channels.ts";
import { convertMessage, convertMessageTrait } from "./message.ts";
import { convertOperationTrait } from "./operation.ts";
import { convertParameter } from "./parameter.ts";
import { convertSecurityScheme } from "./security.ts";
import { convertServer } from "./server.ts";

/** The version of the converted document. */
export const ASYNCAPI_VERSION = "3.0.0";

const bindingKinds = ["ServerBindings", "ChannelBindings", "OperationBindings", "MessageBindings"];

/**
 * Returns the rules that convert AsyncAPI 2 to AsyncAPI 3.0. `losses` are the members of bindings to leave
 * out, because AsyncAPI 3 does not allow them.
 */
export function asyncapiRules(root: Place, losses: BindingLosses): Rules {
  const convertOwnBindings =
    (kind: string): Rule =>
    (converter, place) =>
      convertBindings(converter, losses, kind, place);
  const kinds: Readonly<Record<string, Rule>> = {
    AsyncAPI: convertDocument,
    Server: (converter, place) => convertServer(converter, root, place),
    Channel: (converter, place) => objectPart(place, channelMembers(converter, root, place)),
    Parameter: convertParameter,
    Message: convertMessage,
    MessageTrait: convertMessageTrait,
    OperationTrait: (converter, place) => convertOperationTrait(converter, root, place),
    SecurityScheme: convertSecurityScheme,
    ...Object.fromEntries(bindingKinds.map((kind) => [kind, convertOwnBindings(kind)])),
  };
  return { grammar: asyncapi2Grammar, kinds, besideReference: new Set() };
}

function convertDocument(converter: Converter, root: ObjectPlace): Part {
  const channels = memberAt(root, "channels");
  const converted = channels && convertChannels(converter, root, channels);
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(root)) {
    if (key === "asyncapi") members.set(key, scalarPart(member, ASYNCAPI_VERSION));
    else if (key === "info") members.set(key, convertInfo(converter, root, member));
    else if (key === "channels" && converted !== undefined) {
      members.set("channels", converted.channels);
      if (converted.operations.size > 0) {
        members.set("operations", objectPart(member, converted.operations));
      }
    } else if (key === "components") {
      members.set(key, convertComponents(converter, root, member, converted));
    } else if (key !== "tags" && key !== "externalDocs") {
      members.set(key, converter.field("AsyncAPI", key, member));
    }
  }
  return objectPart(root, members);
}

/**
 * Converts `info`. In AsyncAPI 3, it also contains the tags and the external documentation of the document.
 */
function convertInfo(converter: Converter, root: Place, info: Place): Part {
  const members = converter.members("Info", info);
  for (const key of ["tags", "externalDocs"]) {
    const member = memberAt(root, key);
    if (member !== undefined) members.set(key, converter.field("AsyncAPI", key, member));
  }
  return objectPart(info, members);
}

function convertComponents(
  converter: Converter,
  root: Place,
  components: Place,
  converted: ConvertedChannels | undefined,
): Part {
  const members = new Map<string, Part>();
  for (const [key, section] of membersAt(components)) {
    if (key === "channels") {
      const moved = converted?.moved ?? new Set();
      const shared = convertSharedChannels(converter, root, section, moved);
      members.set(key, shared.channels);
      if (shared.operations.size > 0)
        members.set("operations", objectPart(section, shared.operations));
    } else if (key === "messages") members.set(key, convertMessages(converter, section));
    else members.set(key, converter.field("Components", key, section));
  }
  return objectPart(components, members);
}

/**
 * Converts the shared messages. Leaves out a shared `oneOf`, because each AsyncAPI 3 channel lists its
 * messages.
 */
function convertMessages(converter: Converter, section: Place): Part {
  const members: (readonly [string, Part])[] = [];
  for (const [name, place] of membersAt(section)) {
    if (memberAt(place, "oneOf") === undefined) {
      members.push([name, converter.convert("Message", place)]);
      continue;
    }
    const message = `the message ${JSON.stringify(name)} is a \`oneOf\` of messages; they are copied into the channels that refer to it`;
    converter.report("CONVERT_DROPPED", place, message);
  }
  return objectPart(section, members);
}
