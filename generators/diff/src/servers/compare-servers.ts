import type { Server } from "@specwright/contract";
import {
  isJsonArray,
  type JsonObject,
  type JsonValue,
  joinPointer,
  memberOf,
  type Source,
} from "@specwright/spec-loader";
import type { Finding, Places } from "../changes/finding.ts";
import { writeChange, writeValue } from "../changes/write-value.ts";
import { docsFindings, extensionFindings } from "../documents/docs-findings.ts";

interface ServerFinding extends Finding {
  /** The id of the server in the base. For an added server, its id in the revision. */
  readonly server: string;
}

/** For each document, the last part of server URLs that the comparison ignores. */
interface IgnoredEnds {
  readonly base: string;
  readonly revision: string;
}

/**
 * Compares two lists of servers. Two servers are the same if they have the same id, or else the same URL.
 * If only one server in each list has no match, its URL changed.
 */
export function compareServers(
  base: readonly Server[],
  revision: readonly Server[],
  ends: IgnoredEnds = { base: "", revision: "" },
): readonly ServerFinding[] {
  const isSame = (old: Server, revised: Server): boolean =>
    comparableUrl(old, ends.base) === comparableUrl(revised, ends.revision);
  const { pairs, removed, added } = matchServers(base, revision, isSame);
  return [
    ...pairs.flatMap(([old, revised]) =>
      pairFindings(old, revised, isSame).map((each) => ({ ...each, server: old.id })),
    ),
    ...removed.map(removedFinding),
    ...added.map(addedFinding),
  ];
}

type Pair = readonly [old: Server, revised: Server];

type IsSame = (old: Server, revised: Server) => boolean;

function matchServers(base: readonly Server[], revision: readonly Server[], isSame: IsSame) {
  const pairs: Pair[] = [];
  let removed = [...base];
  const added = new Set(revision);
  const match = (isPair: IsSame): void => {
    removed = removed.filter((old) => {
      const revised = [...added].find((each) => isPair(old, each));
      if (revised === undefined) return true;
      added.delete(revised);
      pairs.push([old, revised]);
      return false;
    });
  };
  match((old, revised) => old.id === revised.id);
  match(isSame);
  if (removed.length === 1 && added.size === 1) match(() => true);
  return { pairs, removed, added: [...added] };
}

/** Returns a server URL without the names of variables, a final slash and the ignored last part. */
function comparableUrl({ url }: Server, end: string): string {
  const address = url.replaceAll(/\{[^}]*\}/g, "{}").replace(/\/$/, "");
  return address.endsWith(end) ? address.slice(0, address.length - end.length) : address;
}

function pairFindings(old: Server, revised: Server, isSame: IsSame): Finding[] {
  const places = { base: old.source, revision: revised.source };
  const findings: Finding[] = [];
  if (!isSame(old, revised)) {
    findings.push({
      rule: "server-url-changed",
      class: "breaking",
      surface: "wire",
      details: [old.url, revised.url],
      ...places,
      message: `The URL of the server ${writeValue(old.id)} is now ${writeValue(revised.url)}; it was ${writeValue(old.url)}.`,
      why: "Existing clients use the old URL.",
    });
  } else if (old.id !== revised.id && old.url === revised.url) {
    findings.push({
      rule: "server-renamed",
      class: "breaking",
      surface: "code",
      details: [old.id, revised.id],
      ...places,
      message: `The server ${writeValue(old.id)} is now named ${writeValue(revised.id)}.`,
      why: "The URL is the same, but generated code names the server by its key.",
    });
  }
  const description = {
    rule: "description-changed" as const,
    name: `The description of the server ${writeValue(old.id)}`,
    before: old.description,
    after: revised.description,
  };
  return [
    ...findings,
    ...variableFindings(old, revised),
    ...docsFindings(places, [description]),
    ...extensionFindings(places, old.extensions, revised.extensions, new Set()),
  ];
}

function removedFinding({ id, url, source }: Server): ServerFinding {
  return {
    rule: "server-removed",
    class: "breaking",
    surface: "wire",
    details: [url],
    base: source,
    server: id,
    message: `The server ${writeValue(id)} was removed.`,
    why: "Existing clients may use it.",
  };
}

function addedFinding({ id, url, source }: Server): ServerFinding {
  return {
    rule: "server-added",
    class: "non-breaking",
    surface: "wire",
    details: [url],
    revision: source,
    server: id,
    message: `The server ${writeValue(id)} was added.`,
    why: "Existing clients keep using their servers.",
  };
}

function variableFindings(base: Server, revision: Server): Finding[] {
  const names = new Map(renamedVariables(base.url, revision.url));
  const findings = [...base.variables].flatMap(([name, old]) => {
    const now = names.get(name) ?? name;
    const revised = revision.variables.get(now);
    const place = { base: sourceOf(base, name) };
    return revised === undefined
      ? variableFinding(name, "removed", place)
      : changesOf(name, { ...place, revision: sourceOf(revision, now) }, old, revised);
  });
  const kept = new Set([...base.variables.keys()].map((name) => names.get(name) ?? name));
  const added = [...revision.variables.keys()].filter((name) => !kept.has(name));
  return [
    ...findings,
    ...added.map((name) => variableFinding(name, "added", { revision: sourceOf(revision, name) })),
  ];
}

function sourceOf({ source: { file, pointer } }: Server, variable: string): Source {
  return { file, pointer: joinPointer(pointer, "variables", variable) };
}

/** Pairs the variables of two URLs that differ only in the names of variables. */
function renamedVariables(base: string, revision: string): [string, string][] {
  const [before, after] = [templateNames(base), templateNames(revision)];
  if (before.length !== after.length) return [];
  return before.map((name, index) => [name, after[index] ?? name]);
}

function templateNames(url: string): string[] {
  return [...url.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
}

function variableFinding(name: string, was: "added" | "removed", places: Places): Finding {
  const isRemoved = was === "removed";
  return {
    rule: `server-variable-${was}`,
    class: isRemoved ? "breaking" : "non-breaking",
    surface: "code",
    details: [name],
    ...places,
    message: `The variable ${writeValue(name)} of the server's URL was ${was}.`,
    why: isRemoved
      ? "Code that sets the variable no longer compiles."
      : "Clients that do not choose a value use the default.",
  };
}

function changesOf(name: string, places: Places, old: JsonObject, revised: JsonObject): Finding[] {
  const findings: Finding[] = [];
  const before = memberOf(old, "default");
  const after = memberOf(revised, "default");
  if (before !== after) {
    findings.push({
      rule: "server-variable-default-changed",
      class: "breaking",
      surface: "wire",
      details: [name, before ?? null, after ?? null],
      ...places,
      message: `The default of the variable ${writeValue(name)} ${writeChange(before, after)}.`,
      why: "Clients that do not choose a value now connect to a different URL.",
    });
  }
  return [
    ...findings,
    ...valueFindings(name, places, memberOf(old, "enum"), memberOf(revised, "enum")),
    ...docsFindings(places, [
      {
        rule: "description-changed",
        name: `The description of the variable ${writeValue(name)}`,
        key: name,
        before: memberOf(old, "description"),
        after: memberOf(revised, "description"),
      },
    ]),
  ];
}

/** Compares the allowed values of a variable. A variable without a list allows any value. */
function valueFindings(
  name: string,
  places: Places,
  old: JsonValue | undefined,
  revised: JsonValue | undefined,
): Finding[] {
  const before = isJsonArray(old) ? old : undefined;
  const after = isJsonArray(revised) ? revised : undefined;
  if (before === undefined && after === undefined) return [];
  const valueFinding = (was: "added" | "removed", each: JsonValue | undefined): Finding => ({
    rule: `server-variable-value-${was}`,
    class: was === "removed" ? "breaking" : "non-breaking",
    surface: "wire",
    effect: was === "removed" ? "narrows" : "widens",
    direction: "request",
    details: [name, each ?? null],
    ...places,
    message:
      each === undefined
        ? `The variable ${writeValue(name)} is ${was === "removed" ? "now" : "no longer"} restricted to a list of values.`
        : `The value ${writeValue(each)} of the variable ${writeValue(name)} was ${was}.`,
    why:
      was === "removed"
        ? "Existing clients may use a value that is no longer allowed."
        : "Existing clients keep using their values.",
  });
  if (before === undefined) return [valueFinding("removed", undefined)];
  if (after === undefined) return [valueFinding("added", undefined)];
  return [
    ...before.filter((each) => !after.includes(each)).map((each) => valueFinding("removed", each)),
    ...after.filter((each) => !before.includes(each)).map((each) => valueFinding("added", each)),
  ];
}
