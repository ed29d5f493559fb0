import type { Contract, HttpOperation, SecurityRequirement, Server } from "@specwright/contract";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Source,
} from "@specwright/spec-loader";
import type { Affected } from "../changes/change.ts";
import type { Comparison } from "../comparison.ts";
import { compareSecurity, isSameSecurity, renameSchemes } from "../security/compare-security.ts";
import {
  compareSecuritySchemes,
  type MatchedSchemes,
  matchSchemes,
} from "../security/compare-security-schemes.ts";
import { compareServers } from "../servers/compare-servers.ts";
import { compareOperations } from "./compare-operations.ts";
import {
  type MatchedOperations,
  matchOperations,
  operationName,
  operationSubject,
} from "./match-operations.ts";
import { movedEnds, movedFinding, movedPath, type ServerPaths } from "./moved-path.ts";
import { DraftGroups } from "./site.ts";

/** Compares two OpenAPI contracts, except for the parts that AsyncAPI has too. */
export function compareOpenApi(comparison: Comparison): void {
  const { base, revision } = comparison;
  const { basePaths } = comparison.settings;
  const moved = movedPath(base, revision);
  const operations = matchOperations(base.operations, revision.operations, moved, basePaths);
  const webhooks = matchOperations(base.webhooks, revision.webhooks);
  const groups = new DraftGroups();
  compareDocumentServers(comparison, groups, operations, moved);
  compareDocumentSecurity(comparison, operations);
  compareOperations(comparison, groups, "operation", operations);
  compareOperations(comparison, groups, "webhook", webhooks);
  groups.recordAll(comparison);
}

/**
 * Compares the security schemes and the security requirements: those of the document, and those of
 * operations that override the document.
 */
function compareDocumentSecurity(comparison: Comparison, { pairs }: MatchedOperations): void {
  const { base, revision } = comparison;
  const schemes = matchSchemes(base, revision);
  compareSecuritySchemes(comparison, schemes, (id) =>
    base.operations.filter((each) => needsScheme(each, id)).map(affectedBySecurity),
  );
  const before = requirementsOf(base.raw);
  const after = renameSchemes(requirementsOf(revision.raw), schemes.baseNames);
  const inheriting: Affected[] = [];
  for (const [old, revised] of pairs) {
    const renamed = renameSchemes(revised.security, schemes.baseNames);
    if (isSameSecurity(old.security, before) && isSameSecurity(renamed, after)) {
      inheriting.push(affectedBySecurity(old));
      continue;
    }
    compareOperationSecurity(comparison, old, revised, schemes);
  }
  const places = { base: rootOf(base), revision: rootOf(revision) };
  const isUsed = inheriting.length > 0;
  // If all operations override the requirements in one of the documents, each operation reports its own
  // change.
  if (!isUsed && (inherits(base) || inherits(revision))) return;
  for (const finding of compareSecurity(places, before, after)) {
    comparison.record({
      ...finding,
      ...(!isUsed && { class: "non-breaking", why: "No operation uses these requirements." }),
      subject: { kind: "document", name: base.info.title, path: "security" },
      affects: inheriting,
    });
  }
}

function compareOperationSecurity(
  comparison: Comparison,
  old: HttpOperation,
  revised: HttpOperation,
  { baseNames }: MatchedSchemes,
): void {
  const { base, revision } = comparison;
  const places = {
    base: requirementOwner(base, old),
    revision: requirementOwner(revision, revised),
  };
  const renamed = renameSchemes(revised.security, baseNames);
  for (const finding of compareSecurity(places, old.security, renamed)) {
    const subject = operationSubject("operation", old, "security");
    comparison.record({ ...finding, subject, affects: [affectedBySecurity(old)] });
  }
}

function needsScheme({ security }: HttpOperation, scheme: string): boolean {
  return security.some((each) => each.has(scheme));
}

function affectedBySecurity(operation: HttpOperation): Affected {
  return { operation: operationName(operation), part: "security", direction: "request" };
}

/** Reports whether at least one operation uses the requirements of the document. */
function inherits(contract: Contract): boolean {
  return contract.operations.some(
    ({ source }) => contract.fieldOf(source, "security") === undefined,
  );
}

/**
 * Returns the position of the object that declares the requirements of an operation: the operation or the
 * document.
 */
function requirementOwner(contract: Contract, { source }: HttpOperation): Source {
  const isOwn = contract.fieldOf(source, "security") !== undefined;
  return isOwn ? source : rootOf(contract);
}

function rootOf({ file }: Contract): Source {
  return { file, pointer: "" };
}

/** Reads the requirements of the document. The contract has only the requirements of each operation. */
function requirementsOf({ security }: JsonObject): readonly SecurityRequirement[] {
  if (!isJsonArray(security)) return [];
  return security
    .filter(isJsonObject)
    .map((each) => new Map(Object.entries(each).map(([name, scopes]) => [name, scopesOf(scopes)])));
}

function scopesOf(scopes: JsonValue): readonly string[] {
  return isJsonArray(scopes) ? scopes.filter((each) => typeof each === "string") : [];
}

/** Compares the servers of the document, and the servers of operations that override the document. */
function compareDocumentServers(
  comparison: Comparison,
  groups: DraftGroups,
  { pairs }: MatchedOperations,
  moved: ServerPaths | undefined,
): void {
  const { base, revision } = comparison;
  const inheriting: Affected[] = [];
  for (const [old, revised] of pairs) {
    if (old.servers.length === 0 && revised.servers.length === 0)
      inheriting.push(affectedByServers(old));
    else compareOperationServers(comparison, groups, old, revised);
  }
  if (moved !== undefined) {
    const subject = { kind: "document", name: base.info.title, path: "servers" } as const;
    const finding = movedFinding([base, revision], moved);
    comparison.record({ ...finding, subject, affects: inheriting });
  }
  const servers = [documentServers(base), documentServers(revision)] as const;
  for (const { server, ...finding } of compareServers(...servers, moved && movedEnds(moved))) {
    const subject = { kind: "server", name: server } as const;
    comparison.record({ ...finding, subject, affects: inheriting });
  }
}

function compareOperationServers(
  comparison: Comparison,
  groups: DraftGroups,
  old: HttpOperation,
  revised: HttpOperation,
): void {
  const before = old.servers.length > 0 ? old.servers : documentServers(comparison.base);
  const after = revised.servers.length > 0 ? revised.servers : documentServers(comparison.revision);
  for (const { server, ...finding } of compareServers(before, after)) {
    const local = operationSubject("operation", old, `server ${server}`);
    const subject = { kind: "path", name: old.path, path: `server ${server}` } as const;
    groups.add({ ...finding, local, subject, affects: [affectedByServers(old)] });
  }
}

/** Returns the servers of a document. The default of OpenAPI is the URL `/`. */
function documentServers({ file, servers }: Contract): readonly Server[] {
  if (servers.length > 0) return servers;
  const source = { file, pointer: "" };
  const none = { variables: new Map(), extensions: new Map() };
  return [{ id: "/", url: "/", protocol: "http", ...none, source }];
}

function affectedByServers(operation: HttpOperation): Affected {
  return { operation: operationName(operation), part: "server", direction: "request" };
}
