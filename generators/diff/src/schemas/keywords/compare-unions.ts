import type { ObjectSchema, Schema } from "@specwright/contract";
import { excludeOneAnother } from "../likeness.ts";
import { matchSchemas, type SchemaIdentity } from "../match-schemas.ts";
import type { ChildPair, Judgement, KeywordComparison, SchemaEdit } from "../schema-edit.ts";
import { namelessText, tagText } from "../shape-text.ts";
import { eitherText, firstItems } from "../text.ts";
import { writtenSchema } from "../written-schema.ts";

/** Compares `anyOf` and `oneOf`. */
export function compareUnions(
  base: ObjectSchema,
  revision: ObjectSchema,
  identity: SchemaIdentity,
): KeywordComparison {
  const edits: SchemaEdit[] = [];
  const children: ChildPair[] = [];
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const other = keyword === "anyOf" ? "oneOf" : "anyOf";
    const before = base[keyword];
    const after = revision[keyword];
    if (before !== undefined && after !== undefined) {
      const found = compareBranches(revision, keyword, before, after, identity);
      edits.push(...found.edits);
      children.push(...found.children);
    } else if (before !== undefined && revision[other] !== undefined && base[other] === undefined) {
      const found = compareBranches(revision, other, before, revision[other], identity);
      if (!excludeOneAnother(revision[other])) {
        edits.push(kindEdit(keyword, revision, revision[other]));
      }
      edits.push(...found.edits);
      children.push(...found.children);
    } else if (after !== undefined && base[other] === undefined) {
      const { [keyword]: _, ...without } = revision;
      edits.push(unionEdit(keyword, after, true, without, identity));
    } else if (before !== undefined && revision[other] === undefined) {
      edits.push(unionEdit(keyword, before, false, { ...revision, [keyword]: before }, identity));
    }
  }
  return { edits, children };
}

/** Returns the edit of `anyOf` that became `oneOf`, or the reverse. */
function kindEdit(
  before: "anyOf" | "oneOf",
  { anyOf: _, oneOf: __, ...rest }: ObjectSchema,
  branches: readonly Schema[],
): SchemaEdit {
  return {
    rule: before === "oneOf" ? "one-of-became-any-of" : "any-of-became-one-of",
    details: [],
    describe: (name) =>
      `\`${before}\` of ${name} became \`${before === "oneOf" ? "anyOf" : "oneOf"}\`.`,
    without: { ...rest, [before]: branches },
    isOfOverlap: true,
  };
}

const mostBranches = 4;

function unionEdit(
  keyword: string,
  branches: readonly Schema[],
  isSet: boolean,
  without: ObjectSchema,
  { revisionName }: SchemaIdentity,
): SchemaEdit {
  const texts = [...new Set(branches.map((each) => branchText(each, revisionName(each))))];
  return {
    rule: isSet ? "union-set" : "union-unset",
    details: [keyword, ...branches.map(writtenSchema)],
    describe: (name) =>
      isSet
        ? `\`${keyword}\` was added to ${name}, which is now ${eitherText(firstItems(texts, mostBranches))}.`
        : `\`${keyword}\` was removed from ${name}.`,
    without,
  };
}

const gone: Judgement = {
  class: "breaking",
  surface: "code",
  why: "All values stay valid, but code that expects the type in the generated union fails.",
};

function compareBranches(
  revision: ObjectSchema,
  keyword: "anyOf" | "oneOf",
  before: readonly Schema[],
  after: readonly Schema[],
  identity: SchemaIdentity,
): KeywordComparison {
  const { pairs, removed, added } = matchSchemas(before, after, identity);
  const rule = keyword === "anyOf" ? "any-of" : "one-of";
  const edits = [
    ...removed.map((branch): SchemaEdit => {
      const branchName = identity.baseName(branch);
      const text = branchText(branch, branchName);
      return {
        rule: `${rule}-removed`,
        details: [branchName ?? writtenSchema(branch)],
        describe: (name) => `${text} is no longer one of the schemas of ${name}.`,
        without: { ...revision, [keyword]: [...after, branch] },
        isStructural: true,
        isNamed: branchName !== undefined,
        alternative: { schema: branch, direction: "request" },
        ...(branchName !== undefined && { least: () => gone }),
      };
    }),
    ...added.map((branch): SchemaEdit => {
      const branchName = identity.revisionName(branch);
      const text = branchText(branch, branchName);
      const others = after.filter((each) => each !== branch);
      const tag = text.startsWith("`") ? tagText(branch, others) : "";
      return {
        rule: `${rule}-added`,
        details: [branchName ?? writtenSchema(branch)],
        describe: (name) => `${text}${tag} was added to the schemas of ${name}.`,
        without: { ...revision, [keyword]: others },
        isStructural: true,
        isNamed: branchName !== undefined,
        alternative: { schema: branch, direction: "response" },
      };
    }),
  ];
  const children = pairs.map(([left, right]) => ({ base: left, revision: right, inPlace: true }));
  return { edits, children };
}

/** Returns the name of a branch for a sentence. */
export function branchText(branch: Schema, name: string | undefined): string {
  if (name !== undefined) return `\`${name}\``;
  if (branch.kind === "boolean") return `\`${branch.value}\``;
  return branch.title === undefined ? namelessText(branch) : `\`${branch.title}\``;
}
