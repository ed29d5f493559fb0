import type { Channel, Contract, Server } from "@specwright/contract";
import { isJsonArray, isJsonObject, type JsonValue, memberOf } from "@specwright/spec-loader";
import type { Affected } from "../changes/change.ts";
import type { Finding, Places } from "../changes/finding.ts";
import { writeChange } from "../changes/write-value.ts";
import type { Comparison } from "../comparison.ts";
import { docsFindings } from "../documents/docs-findings.ts";
import { type Pair, pairItems } from "../pairing/pairing.ts";
import { affectedFlows } from "../pairing/traffic.ts";
import { compareSecurity, renameSchemes } from "../security/compare-security.ts";
import { compareServers } from "../servers/compare-servers.ts";
import { compareBindings } from "./compare-bindings.ts";

/**
 * Compares the servers of two AsyncAPI documents, and their security. `baseNames` maps the security
 * schemes of the revision to their names in the base.
 */
export function compareDocumentServers(
  comparison: Comparison,
  baseNames: ReadonlyMap<string, string>,
): void {
  const { base, revision } = comparison;
  for (const { server, ...finding } of compareServers(
    serversWithProtocol(base),
    serversWithProtocol(revision),
  )) {
    comparison.record({
      ...finding,
      subject: { kind: "server", name: server },
      affects: affectedBy(finding.base === undefined ? revision : base, server),
    });
  }
  for (const pair of keptServers(base, revision)) compareServer(comparison, pair, baseNames);
}

/** Pairs the servers that exist in both documents, by their keys, or else by their URLs. */
export function keptServers(base: Contract, revision: Contract): readonly Pair<Server>[] {
  return pairItems(serversWithProtocol(base), serversWithProtocol(revision), [
    (before, after) => before.id === after.id,
    (before, after) => before.url === after.url,
  ]).pairs;
}

function compareServer(
  comparison: Comparison,
  { base, revision }: Pair<Server>,
  baseNames: ReadonlyMap<string, string>,
): void {
  const subject = { kind: "server", name: base.id } as const;
  const affects = affectedBy(comparison.base, base.id);
  const required = renameSchemes(revision.security ?? [], baseNames);
  const places = { base: base.source, revision: revision.source };
  for (const finding of compareSecurity(places, base.security ?? [], required)) {
    comparison.record({ ...finding, subject: { ...subject, path: "security" }, affects });
  }
  const fields = serverFields(comparison, { base, revision });
  for (const finding of [...versionFindings(places, fields), ...textFindings(places, fields)]) {
    comparison.record({ ...finding, subject, affects });
  }
  compareBindings(comparison, {
    level: "server",
    base: { bindings: base.bindings ?? {}, source: base.source },
    revision: { bindings: revision.bindings ?? {}, source: revision.source },
    subject,
    name: `the server \`${base.id}\``,
    affects,
    addresses: [null, null],
  });
}

/** The fields of a server, as the document contains them. */
interface ServerFields {
  readonly name: string;
  readonly of: (field: string) => readonly [JsonValue | undefined, JsonValue | undefined];
}

function serverFields(comparison: Comparison, { base, revision }: Pair<Server>): ServerFields {
  return {
    name: `the server \`${base.id}\``,
    of: (field) => [
      comparison.base.fieldOf(base.source, field),
      comparison.revision.fieldOf(revision.source, field),
    ],
  };
}

function versionFindings(places: Places, { name, of }: ServerFields): Finding[] {
  const [before, after] = of("protocolVersion");
  if (before === after) return [];
  return [
    {
      rule: "server-protocol-version-changed",
      class: "potentially-breaking",
      surface: "wire",
      details: [before ?? null, after ?? null],
      ...places,
      message: `The protocol version of ${name} ${writeChange(before, after)}.`,
      why: "Existing clients use the old version.",
    },
  ];
}

function textFindings(places: Places, { name, of }: ServerFields): Finding[] {
  const texts = [
    ["title-changed", "title", "title", true],
    ["summary-changed", "summary", "summary", true],
    ["server-tags-changed", "tags", "tag list", true],
    ["external-docs-changed", "externalDocs", "link to external documentation", false],
  ] as const;
  return docsFindings(
    places,
    texts.map(([rule, field, word, isShort]) => {
      const [before, after] = field === "tags" ? of(field).map(tagNames) : of(field);
      return { rule, name: `The ${word} of ${name}`, before, after, isShort };
    }),
  );
}

function tagNames(tags: JsonValue | undefined): JsonValue | undefined {
  if (tags === undefined || !isJsonArray(tags)) return undefined;
  const names = tags.flatMap((tag) => (isJsonObject(tag) ? (memberOf(tag, "name") ?? []) : []));
  return names.map(String).sort();
}

/** Adds the protocol to the URLs of servers, because AsyncAPI 3 has a separate field for the protocol. */
function serversWithProtocol({ servers }: Contract): readonly Server[] {
  return servers.map((server) =>
    server.url.includes("://") ? server : { ...server, url: `${server.protocol}://${server.url}` },
  );
}

function affectedBy({ channels }: Contract, server: string): Affected[] {
  const isOn = ({ servers }: Channel): boolean => servers.includes(server);
  return channels
    .filter(isOn)
    .flatMap((channel) =>
      affectedFlows(channel, "server").map((each) => ({ ...each, direction: "request" as const })),
    );
}
