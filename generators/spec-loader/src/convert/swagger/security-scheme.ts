import type { Converter } from "../converter.ts";
import {
  keptPart,
  memberAt,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  scalarPart,
  textAt,
} from "../part.ts";

/** Maps OAuth 2 flows of Swagger 2.0 to their names in OpenAPI 3. */
const flows: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

const flowFields: ReadonlySet<string> = new Set(["flow", "authorizationUrl", "tokenUrl", "scopes"]);

/** Converts a security scheme: HTTP Basic, an API key, or one flow of OAuth 2. */
export function convertSecurityScheme(_converter: Converter, place: ObjectPlace): Part {
  const members = new Map<string, Part>();
  const type = textAt(memberAt(place, "type"));
  for (const [key, member] of membersAt(place)) {
    if (key === "type" && type === "basic") {
      members.set("type", scalarPart(member, "http"));
      members.set("scheme", scalarPart(member, "basic"));
    } else if (type !== "oauth2" || !flowFields.has(key)) members.set(key, keptPart(member));
    else if (!members.has("flows")) members.set("flows", convertFlow(place));
  }
  return objectPart(place, members);
}

function convertFlow(place: ObjectPlace): Part {
  const flow = textAt(memberAt(place, "flow")) ?? "";
  const name = Object.hasOwn(flows, flow) ? (flows[flow] ?? flow) : flow;
  const members = new Map<string, Part>();
  for (const [key, member] of membersAt(place)) {
    if (key !== "flow" && flowFields.has(key)) members.set(key, keptPart(member));
  }
  if (!members.has("scopes")) members.set("scopes", objectPart(place, {}));
  return objectPart(place, { [name]: objectPart(place, members) });
}
