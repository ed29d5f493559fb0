// The rules of AsyncAPI that no schema can express: what names, references and templates have to do
// with each other. The names of the rules are those of the official parser.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "../../json/json-value.ts";

/** A finding, at a path of the document. */
export interface CrossFinding {
  readonly rule: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Whether the document is wrong, and not only unusual. */
  readonly isError: boolean;
}

type Entries = readonly (readonly [string, JsonObject])[];
type Follow = (value: JsonValue | undefined) => JsonValue | undefined;

/** Applies the rules of a major version; `follow` follows a reference. */
export function crossFindings(
  major: "2" | "3",
  root: JsonObject,
  follow: Follow,
): readonly CrossFinding[] {
  const channels = entriesOf(root["channels"], follow);
  return [
    ...channels.flatMap(([name]) => checkName(`asyncapi${major}`, name)),
    ...(major === "2"
      ? [...checkServers(root, follow), ...checkChannels2(root, channels, follow)]
      : checkChannels3(root, channels, follow)),
  ];
}

function checkName(start: string, name: string): readonly CrossFinding[] {
  if (!/[?#]/.test(name)) return [];
  const message = "the name of a channel must not have a query (?) or a fragment (#)";
  const rule = `${start}-channel-no-query-nor-fragment`;
  return [{ rule, path: ["channels", name], message, isError: true }];
}

function checkServers(root: JsonObject, follow: Follow): readonly CrossFinding[] {
  const components = follow(root["components"]);
  const shared = isJsonObject(components) ? entriesOf(components["servers"], follow) : [];
  const own = entriesOf(root["servers"], follow);
  const variables = [
    ...own.map(([name, server]) => checkVariables(["servers", name], server, follow)),
    ...shared.map(([name, server]) =>
      checkVariables(["components", "servers", name], server, follow),
    ),
  ];
  return [
    ...variables.flat(),
    ...own.flatMap(([name, server]) => [
      ...checkSecurity("server", root, ["servers", name], server, follow),
      ...checkUrl(["servers", name, "url"], server["url"]),
    ]),
  ];
}

function checkVariables(
  path: readonly string[],
  server: JsonObject,
  follow: Follow,
): readonly CrossFinding[] {
  const rule = "asyncapi2-server-variables";
  const { url } = server;
  const declared = follow(server["variables"]);
  if (typeof url !== "string" || !isJsonObject(declared)) return [];
  const used = [...url.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name);
  if (used.length === 0) return [];
  const missing = used.filter((name) => !Object.hasOwn(declared, name));
  const unused = Object.keys(declared).filter((name) => !used.includes(name));
  return [
    ...missing.map((name) => ({
      rule,
      path: [...path, "variables"],
      message: `the variable {${name}} of the URL is not declared`,
      isError: true,
    })),
    ...unused.map((name) => ({
      rule,
      path: [...path, "variables", name],
      message: `the URL has no variable {${name}}`,
      isError: true,
    })),
  ];
}

function checkUrl(path: readonly string[], url: JsonValue | undefined): readonly CrossFinding[] {
  if (typeof url !== "string") return [];
  const found: CrossFinding[] = [];
  const add = (rule: string, message: string): void => {
    found.push({ rule: `asyncapi2-server-${rule}`, path, message, isError: false });
  };
  if (url.includes("{}")) add("no-empty-variable", "a variable of the URL has no name");
  if (url.endsWith("/"))
    add("no-trailing-slash", "the URL of a server should not end with a slash");
  return found;
}

function checkChannels2(
  root: JsonObject,
  channels: Entries,
  follow: Follow,
): readonly CrossFinding[] {
  const servers = new Set(entriesOf(root["servers"], follow).map(([name]) => name));
  const ids = new Set<string>();
  return channels.flatMap(([name, channel]) => {
    const path = ["channels", name];
    const found: CrossFinding[] = [];
    const advise = (rule: string, message: string): void => {
      found.push({ rule: `asyncapi2-channel-${rule}`, path, message, isError: false });
    };
    if (name.includes("{}")) advise("no-empty-parameter", "a parameter of the address has no name");
    if (/.\/$/.test(name)) advise("no-trailing-slash", "an address should not end with a slash");
    for (const [index, server] of listOf(channel["servers"]).entries()) {
      if (typeof server !== "string" || servers.has(server)) continue;
      const message = `the document has no server ${JSON.stringify(server)}`;
      const at = [...path, "servers", index];
      found.push({ rule: "asyncapi2-channel-servers", path: at, message, isError: true });
    }
    for (const action of ["publish", "subscribe"]) {
      const operation = follow(channel[action]);
      if (!isJsonObject(operation)) continue;
      const at = [...path, action];
      found.push(
        ...checkSecurity("operation", root, at, operation, follow),
        ...checkTags(at, operation, follow),
        ...messagesOf([...at, "message"], operation["message"], follow).flatMap(
          ([place, message]) => [
            ...checkTags(place, message, follow),
            ...checkMessageId(place, message, ids),
          ],
        ),
      );
    }
    return found;
  });
}

type Messages = readonly (readonly [path: readonly (string | number)[], message: JsonObject])[];

function messagesOf(
  path: readonly (string | number)[],
  given: JsonValue | undefined,
  follow: Follow,
): Messages {
  const message = follow(given);
  if (!isJsonObject(message)) return [];
  const several = message["oneOf"];
  if (several === undefined) return [[path, message]];
  return listOf(several).flatMap((each, index) =>
    messagesOf([...path, "oneOf", index], each, follow),
  );
}

function checkMessageId(
  path: readonly (string | number)[],
  { messageId }: JsonObject,
  ids: Set<string>,
): readonly CrossFinding[] {
  if (typeof messageId !== "string") return [];
  if (!ids.has(messageId)) {
    ids.add(messageId);
    return [];
  }
  const rule = "asyncapi2-message-messageId-uniqueness";
  const message = `another message has the messageId ${JSON.stringify(messageId)}`;
  return [{ rule, path: [...path, "messageId"], message, isError: false }];
}

function checkTags(
  path: readonly (string | number)[],
  { tags }: JsonObject,
  follow: Follow,
): readonly CrossFinding[] {
  const names = listOf(tags).map((tag) => {
    const target = follow(tag);
    return isJsonObject(target) ? target["name"] : undefined;
  });
  return names.flatMap((name, index) => {
    if (typeof name !== "string" || names.indexOf(name) === index) return [];
    const rule = "asyncapi2-tags-uniqueness";
    const message = `there is another tag ${JSON.stringify(name)}`;
    return [{ rule, path: [...path, "tags", index, "name"], message, isError: false }];
  });
}

function checkSecurity(
  kind: "server" | "operation",
  root: JsonObject,
  path: readonly (string | number)[],
  { security }: JsonObject,
  follow: Follow,
): readonly CrossFinding[] {
  const rule = `asyncapi2-${kind}-security`;
  const components = follow(root["components"]);
  const schemes = isJsonObject(components) ? follow(components["securitySchemes"]) : undefined;
  return listOf(security).flatMap((requirement, index) => {
    if (!isJsonObject(requirement)) return [];
    return Object.entries(requirement).flatMap(([name, scopes]): readonly CrossFinding[] => {
      const at = [...path, "security", index, name];
      const scheme =
        isJsonObject(schemes) && Object.hasOwn(schemes, name) ? schemes[name] : undefined;
      if (scheme === undefined) {
        const message = `the document has no security scheme ${JSON.stringify(name)}`;
        return [{ rule, path: at, message, isError: true }];
      }
      const known = scopesOf(follow(scheme), follow);
      if (known === undefined) return [];
      return listOf(scopes).flatMap((scope, place) => {
        if (typeof scope !== "string" || known.has(scope)) return [];
        const message = `the security scheme has no scope ${JSON.stringify(scope)}`;
        return [{ rule, path: [...at, place], message, isError: true }];
      });
    });
  });
}

/** Returns the scopes of a scheme; undefined if it is not one with scopes. */
function scopesOf(scheme: JsonValue | undefined, follow: Follow): ReadonlySet<string> | undefined {
  if (!isJsonObject(scheme) || scheme["type"] !== "oauth2") return undefined;
  const flows = entriesOf(scheme["flows"], follow);
  return new Set(
    flows.flatMap(([, flow]) => {
      const scopes = follow(flow["scopes"]);
      return isJsonObject(scopes) ? Object.keys(scopes) : [];
    }),
  );
}

function checkChannels3(
  root: JsonObject,
  channels: Entries,
  follow: Follow,
): readonly CrossFinding[] {
  const components = follow(root["components"]);
  const shared = isJsonObject(components) ? components["operations"] : undefined;
  const operations = [
    ...entriesOf(root["operations"], follow).map((each) => [["operations"], ...each] as const),
    ...entriesOf(shared, follow).map((each) => [["components", "operations"], ...each] as const),
  ];
  return [
    ...channels.flatMap(([name, channel]) =>
      listOf(channel["servers"]).flatMap((server, index) => {
        const reference = isJsonObject(server) ? server["$ref"] : undefined;
        if (typeof reference !== "string" || reference.includes("#/servers/")) return [];
        const rule = "asyncapi3-required-channel-servers-unambiguity";
        const message = "a channel should refer to the servers under `servers` of the document";
        return [{ rule, path: ["channels", name, "servers", index], message, isError: false }];
      }),
    ),
    ...operations.flatMap(([holder, name, operation]) =>
      checkOperation([...holder, name], operation, holder.length === 1),
    ),
  ];
}

function checkOperation(
  path: readonly string[],
  { channel, messages }: JsonObject,
  isRoot: boolean,
): readonly CrossFinding[] {
  const reference = isJsonObject(channel) ? channel["$ref"] : undefined;
  if (typeof reference !== "string") return [];
  const found: CrossFinding[] = [];
  if (isRoot && !reference.includes("#/channels/")) {
    const rule = "asyncapi3-required-operation-channel-unambiguity";
    const message = "an operation should refer to a channel under `channels` of the document";
    found.push({ rule, path: [...path, "channel"], message, isError: false });
  }
  for (const [index, message] of listOf(messages).entries()) {
    const target = isJsonObject(message) ? message["$ref"] : undefined;
    if (typeof target !== "string" || target.startsWith(`${reference}/messages`)) continue;
    found.push({
      rule: "asyncapi3-operation-messages-from-referred-channel",
      path: [...path, "messages", index],
      message: "the message is none of the channel of the operation",
      isError: true,
    });
  }
  return found;
}

function entriesOf(value: JsonValue | undefined, follow: Follow): Entries {
  const object = follow(value);
  if (!isJsonObject(object)) return [];
  return Object.entries(object).flatMap(([key, each]) => {
    const target = follow(each);
    return isJsonObject(target) ? [[key, target] as const] : [];
  });
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}
