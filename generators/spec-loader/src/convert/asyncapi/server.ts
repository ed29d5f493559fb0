import type { Converter } from "../converter.ts";
import {
  memberAt,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  scalarPart,
  textAt,
} from "../part.ts";
import { convertSecurity } from "./security.ts";

/** Converts a server: its URL becomes a host and a path. */
export function convertServer(converter: Converter, root: Place, place: ObjectPlace): Part {
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(place)) {
    if (key === "url" && textAt(member) !== undefined) addUrl(converter, place, member, members);
    else if (key === "security") members.set(key, convertSecurity(converter, root, member));
    else members.set(key, converter.field("Server", key, member));
  }
  return objectPart(place, members);
}

function addUrl(
  converter: Converter,
  server: Place,
  place: Place,
  members: Map<string, Part>,
): void {
  const [, scheme, rest = ""] = /^(?:([^:/]+):\/\/)?(.*)$/s.exec(textAt(place) ?? "") ?? [];
  const slash = rest.indexOf("/");
  members.set("host", scalarPart(place, slash < 0 ? rest : rest.slice(0, slash)));
  if (slash >= 0) members.set("pathname", scalarPart(place, rest.slice(slash)));
  const protocol = textAt(memberAt(server, "protocol"));
  if (scheme === undefined || scheme === protocol) return;
  if (protocol === undefined) {
    members.set("protocol", scalarPart(place, scheme));
    return;
  }
  const message = `the scheme ${scheme} of the URL is left out; the protocol is ${protocol}`;
  converter.report("CONVERT_DROPPED", place, message);
}
