import type { Server } from "@specwright/contract";
import type { Finding } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { docsFindings, extensionFindings } from "../documents/docs-findings.ts";
import { variableFindings } from "./compare-server-variables.ts";

/** A change of a server. */
export interface ServerFinding extends Finding {
  /** The id of the server: in the base, unless it was added. */
  readonly server: string;
}

/**
 * Compares the servers that apply to the same thing. They are the same if their ids are, or else
 * their URLs; if only one is left on each side, its URL changed.
 */
export function compareServers(
  base: readonly Server[],
  revision: readonly Server[],
): readonly ServerFinding[] {
  const { pairs, removed, added } = matchServers(base, revision);
  return [
    ...pairs.flatMap(([old, revised]) =>
      pairFindings(old, revised).map((each) => ({ ...each, server: old.id })),
    ),
    ...removed.map(removedFinding),
    ...added.map(addedFinding),
  ];
}

type Pair = readonly [old: Server, revised: Server];

function matchServers(base: readonly Server[], revision: readonly Server[]) {
  const pairs: Pair[] = [];
  let removed = [...base];
  const added = new Set(revision);
  const match = (isSame: (old: Server, revised: Server) => boolean): void => {
    removed = removed.filter((old) => {
      const revised = [...added].find((each) => isSame(old, each));
      if (revised === undefined) return true;
      added.delete(revised);
      pairs.push([old, revised]);
      return false;
    });
  };
  match((old, revised) => old.id === revised.id);
  match((old, revised) => addressOf(old) === addressOf(revised));
  if (removed.length === 1 && added.size === 1) match(() => true);
  return { pairs, removed, added: [...added] };
}

/** Returns the URL without the names of its variables. */
function addressOf({ url }: Server): string {
  return url.replaceAll(/\{[^}]*\}/g, "{}");
}

function pairFindings(old: Server, revised: Server): Finding[] {
  const places = { base: old.source, revision: revised.source };
  const findings: Finding[] = [];
  if (addressOf(old) !== addressOf(revised)) {
    findings.push({
      rule: "server-url-changed",
      class: "breaking",
      surface: "wire",
      details: [old.url, revised.url],
      ...places,
      message: `The URL of the server ${writeValue(old.id)} is ${writeValue(revised.url)}; it was ${writeValue(old.url)}.`,
      why: "A client that was written for the base uses the old address.",
    });
  } else if (old.id !== revised.id && old.url === revised.url) {
    findings.push({
      rule: "server-renamed",
      class: "breaking",
      surface: "code",
      details: [old.id, revised.id],
      ...places,
      message: `The server ${writeValue(old.id)} is now named ${writeValue(revised.id)}.`,
      why: "The address is the same, but generated code names the server by its key.",
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
    why: "A client that was written for the base may use it.",
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
    why: "Clients may go on with the servers that they use.",
  };
}
