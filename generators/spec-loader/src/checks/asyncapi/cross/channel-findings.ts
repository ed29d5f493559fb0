import { didYouMean } from "../fault.ts";
import {
  type CrossFinding,
  componentEntries,
  type Entry,
  listItems,
  mapEntries,
  objectAt,
  type RuledDocument,
  referenceText,
  templateParameters,
} from "./ruled-document.ts";

/** Applies the rules for channels: their names, parameters and servers. */
export function channelFindings(document: RuledDocument): readonly CrossFinding[] {
  const { major, root } = document;
  const channels = mapEntries(document, root, ["channels"]);
  const names = Object.keys(objectAt(document, root, "channels") ?? {});
  const servers = Object.keys(objectAt(document, root, "servers") ?? {});
  return [
    ...names.flatMap((name) => nameFindings(major, name)),
    ...channels.flatMap((channel) => parameterFindings(document, channel)),
    ...(major === "2"
      ? channels.flatMap((channel) => serverNameFindings(channel, servers))
      : [
          ...componentEntries(document, "channels").flatMap((each) =>
            parameterFindings(document, each),
          ),
          ...channels.flatMap(serverReferenceFindings),
        ]),
  ];
}

function nameFindings(major: "2" | "3", name: string): readonly CrossFinding[] {
  const found: CrossFinding[] = [];
  const add = (rule: string, message: string, fix: string, isError: boolean): void => {
    const path = ["channels", name];
    found.push({ rule: `asyncapi${major}-channel-${rule}`, path, message, fix, isError });
  };
  if (/[?#]/.test(name)) {
    const message = "the name of a channel must not have a query (?) or a fragment (#)";
    const fix = "Remove it; declare query parameters in the `ws` and `http` bindings.";
    add("no-query-nor-fragment", message, fix, true);
  }
  // The rules below check the name as an address. In AsyncAPI 3, the name of a channel is not its address.
  if (major === "3") return found;
  if (name.includes("{}")) {
    const message = "a parameter of the address has no name";
    add("no-empty-parameter", message, "Write a name in the braces.", false);
  }
  if (name.length > 1 && name.endsWith("/")) {
    const message = "an address should not end with a slash";
    add("no-trailing-slash", message, "Remove the slash.", false);
  }
  return found;
}

function parameterFindings(
  document: RuledDocument,
  { name: key, path, object }: Entry,
): readonly CrossFinding[] {
  const { major } = document;
  const address = major === "2" ? key : object["address"];
  const used = templateParameters(typeof address === "string" ? address : "");
  if (major === "2" && used.size === 0) return [];
  const names = [...used];
  const declared = Object.keys(objectAt(document, object, "parameters") ?? {});
  return declared.flatMap((name) => {
    if (used.has(name)) return [];
    return [
      {
        rule: `asyncapi${major}-channel-parameters`,
        path: [...path, "parameters", name],
        message: `the address of the channel has no parameter {${name}}`,
        fix: didYouMean(name, names, `Write {${name}} in the address, or remove the parameter.`),
        isError: true,
      },
    ];
  });
}

function serverNameFindings(
  { path, object }: Entry,
  servers: readonly string[],
): readonly CrossFinding[] {
  return listItems(object["servers"]).flatMap((server, index) => {
    if (typeof server !== "string" || servers.includes(server)) return [];
    return [
      {
        rule: "asyncapi2-channel-servers",
        path: [...path, "servers", index],
        message: `the document has no server ${JSON.stringify(server)}`,
        fix: didYouMean(server, servers, "Declare it under `servers`."),
        isError: true,
      },
    ];
  });
}

function serverReferenceFindings({ path, object }: Entry): readonly CrossFinding[] {
  return listItems(object["servers"]).flatMap((server, index) => {
    const reference = referenceText(server);
    if (reference === undefined || reference.includes("#/servers/")) return [];
    return [
      {
        rule: "asyncapi3-required-channel-servers-unambiguity",
        path: [...path, "servers", index],
        message: "a channel should refer to the servers under `servers` of the document",
        fix: "Add the server there, and refer to it as `#/servers/NAME`.",
        isError: false,
      },
    ];
  });
}
