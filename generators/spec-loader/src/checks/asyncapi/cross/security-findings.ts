import { isJsonObject, type JsonObject, memberOf } from "../../../json/json-value.ts";
import { didYouMean } from "../fault.ts";
import { channelOperations } from "./message-findings.ts";
import {
  type CrossFinding,
  componentEntries,
  type Entry,
  listItems,
  mapEntries,
  objectAt,
  type RuledDocument,
} from "./ruled-document.ts";

/** Checks the security requirements of AsyncAPI 2 against the declared schemes and their scopes. */
export function securityFindings(document: RuledDocument): readonly CrossFinding[] {
  const schemes = new Map(
    componentEntries(document, "securitySchemes").map(({ name, object }) => [
      name,
      schemeScopes(document, object),
    ]),
  );
  const servers = mapEntries(document, document.root, ["servers"]);
  const operations = channelOperations(document);
  return [
    ...servers.flatMap((server) => requirementFindings("server", server, schemes)),
    ...operations.flatMap((operation) => requirementFindings("operation", operation, schemes)),
  ];
}

type Scopes = ReadonlySet<string> | undefined;

/** Returns the scopes that a scheme declares; undefined if this type of scheme cannot have scopes. */
function schemeScopes(document: RuledDocument, scheme: JsonObject): Scopes {
  if (scheme["type"] !== "oauth2") return undefined;
  return new Set(
    mapEntries(document, scheme, ["flows"]).flatMap(({ object }) =>
      Object.keys(objectAt(document, object, "scopes") ?? {}),
    ),
  );
}

function requirementFindings(
  kind: "server" | "operation",
  { path, object }: Entry,
  schemes: ReadonlyMap<string, Scopes>,
): readonly CrossFinding[] {
  const finding = { rule: `asyncapi2-${kind}-security`, isError: true };
  const names = [...schemes.keys()];
  return listItems(object["security"]).flatMap((requirement, index) => {
    if (!isJsonObject(requirement)) return [];
    return Object.keys(requirement).flatMap((name): readonly CrossFinding[] => {
      const at = [...path, "security", index, name];
      if (!schemes.has(name)) {
        const message = `the document has no security scheme ${JSON.stringify(name)}`;
        const fix = didYouMean(name, names, "Declare it under `components.securitySchemes`.");
        return [{ ...finding, path: at, message, fix }];
      }
      const known = schemes.get(name);
      if (known === undefined) return [];
      return listItems(memberOf(requirement, name)).flatMap((scope, place) => {
        if (typeof scope !== "string" || known.has(scope)) return [];
        const message = `the security scheme ${JSON.stringify(name)} has no scope ${JSON.stringify(scope)}`;
        const fix = didYouMean(scope, [...known], "Declare it under `scopes` of one of its flows.");
        return [{ ...finding, path: [...at, place], message, fix }];
      });
    });
  });
}
