import type { Contract, Info } from "@specwright/contract";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  type Source,
} from "@specwright/spec-loader";
import type { Subject } from "../changes/change.ts";
import type { Finding, Places } from "../changes/finding.ts";
import type { Comparison } from "../comparison.ts";
import { docsFindings, extensionFindings } from "./docs-findings.ts";

/** Options of {@link compareInfo}. */
export interface InfoOptions {
  /** Extensions of the document that are compared elsewhere. */
  readonly knownExtensions?: ReadonlySet<string>;
}

/** Compares `info`, the extensions, the external documentation and the tags of two documents. */
export function compareInfo(comparison: Comparison, options: InfoOptions = {}): void {
  const { base, revision } = comparison;
  const { knownExtensions = new Set<string>() } = options;
  const root = placesAt(comparison, "");
  const findings = [
    ...infoFindings(placesAt(comparison, "/info"), base.info, revision.info),
    ...extensionFindings(root, base.extensions, revision.extensions, knownExtensions),
    ...docsFindings(root, [
      {
        rule: "external-docs-changed",
        name: "The link to external documentation",
        before: documentLink(base),
        after: documentLink(revision),
      },
      ...["id", "$self"].map((field) => ({
        rule: "id-changed" as const,
        name: `The \`${field}\` of the document`,
        key: field,
        before: memberOf(base.raw, field),
        after: memberOf(revision.raw, field),
        isShort: true,
      })),
    ]),
  ];
  for (const finding of findings) recordAt(comparison, finding, documentSubject(base));
  compareTags(comparison);
}

/** Returns the `externalDocs` of the document. The field is at the root, or in `info` in AsyncAPI 3. */
function documentLink(contract: Contract): JsonValue | undefined {
  const { file } = contract;
  return (
    contract.fieldOf({ file, pointer: "" }, "externalDocs") ??
    contract.fieldOf({ file, pointer: "/info" }, "externalDocs")
  );
}

function documentSubject({ info }: Contract): Subject {
  return { kind: "document", name: info.title };
}

// `info.version` is not compared, because a new version number does not change the API.
function infoFindings(places: Places, base: Info, revision: Info): Finding[] {
  const texts = [
    ["title-changed", "title", "title", true],
    ["summary-changed", "summary", "summary", true],
    ["description-changed", "description", "description", false],
    ["terms-of-service-changed", "termsOfService", "URL of the terms of service", true],
    ["license-changed", "license", "license", true],
    ["contact-changed", "contact", "contact", true],
  ] as const;
  return [
    ...docsFindings(
      places,
      texts.map(([rule, field, name, isShort]) => ({
        rule,
        name: `The ${name} of the document`,
        before: base[field],
        after: revision[field],
        isShort,
      })),
    ),
    ...extensionFindings(places, base.extensions, revision.extensions, new Set()),
  ];
}

function compareTags(comparison: Comparison): void {
  const before = documentTags(comparison.base);
  const after = documentTags(comparison.revision);
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const subject: Subject = { kind: "tag", name };
    const [old, revised] = [before.get(name), after.get(name)];
    const places = {
      ...(old && { base: old.source }),
      ...(revised && { revision: revised.source }),
    };
    if (old === undefined || revised === undefined) {
      const was = revised === undefined ? "removed" : "added";
      recordAt(
        comparison,
        {
          rule: `tag-${was}`,
          class: "docs",
          surface: "docs",
          ...places,
          message: `The tag \`${name}\` was ${was}.`,
          why: "Tags group operations in the documentation.",
        },
        subject,
      );
      continue;
    }
    for (const finding of tagFindings(name, places, old, revised)) {
      recordAt(comparison, finding, subject);
    }
  }
}

function tagFindings(
  name: string,
  places: Places,
  old: WrittenTag,
  revised: WrittenTag,
): Finding[] {
  return docsFindings(places, [
    {
      rule: "description-changed",
      name: `The description of the tag \`${name}\``,
      before: old.description,
      after: revised.description,
    },
    {
      rule: "external-docs-changed",
      name: `The link to external documentation of the tag \`${name}\``,
      before: old.link,
      after: revised.link,
    },
    ...(["summary", "parent", "kind"] as const).map((field) => ({
      rule: field === "summary" ? ("summary-changed" as const) : ("tag-changed" as const),
      name: `The ${field} of the tag \`${name}\``,
      key: field,
      before: old.written && memberOf(old.written, field),
      after: revised.written && memberOf(revised.written, field),
      isShort: true,
    })),
  ]);
}

interface WrittenTag {
  readonly description?: JsonValue | undefined;
  readonly link?: JsonValue | undefined;
  readonly written?: JsonObject;
  readonly source: Source;
}

/** Lists the Tag Objects of a document, at the root (OpenAPI) or in `info` (AsyncAPI 3). */
function documentTags(contract: Contract): ReadonlyMap<string, WrittenTag> {
  const { file } = contract;
  const found = new Map<string, WrittenTag>(
    contract.tags.map(({ name, description }) => [
      name,
      { description, source: { file, pointer: "" } },
    ]),
  );
  for (const pointer of ["", "/info"]) {
    const list = contract.fieldOf({ file, pointer }, "tags");
    if (!isJsonArray(list)) continue;
    list.forEach((each: JsonValue, index: number) => {
      if (!isJsonObject(each) || typeof each["name"] !== "string") return;
      found.set(each["name"], {
        description: memberOf(each, "description"),
        link: memberOf(each, "externalDocs"),
        written: each,
        source: { file, pointer: `${pointer}/tags/${index}` },
      });
    });
  }
  return found;
}

function placesAt({ base, revision }: Comparison, pointer: string): Required<Places> {
  return {
    base: { file: base.file, pointer },
    revision: { file: revision.file, pointer },
  };
}

function recordAt(comparison: Comparison, finding: Finding, subject: Subject): void {
  comparison.record({ ...finding, subject });
}
