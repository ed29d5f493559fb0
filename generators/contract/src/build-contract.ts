import type { Diagnostic, Specification } from "@specwright/spec-loader";
import { orderDeclarations } from "./declarations/order-declarations.ts";
import { rememberParts } from "./directions/operation-schemas.ts";
import { readAsyncApiDocument } from "./from-asyncapi/document-object.ts";
import { readOpenApiDocument } from "./from-openapi/document-object.ts";
import type { Contract } from "./model/contract.ts";
import { type Build, type Perspective, placeAt, rootPlace } from "./reading/build.ts";
import { createDeclarations } from "./reading/declarations.ts";
import { readExtensions, reportShape } from "./reading/fields.ts";
import { resolvedValue } from "./reading/follow-reference.ts";
import { holdsObject, memberOf, type ObjectPlace } from "./reading/place.ts";
import { reportedProblems } from "./reading/problems.ts";
import { createSchemaGraph, dialectOfDocument } from "./reading/schema-graph.ts";
import { readInfo } from "./reading/shared-objects.ts";
import { relaxSchemas } from "./relax/relax-schemas.ts";
import type { Relaxation } from "./relax/relaxation.ts";
import { bindDynamicReferences } from "./schema/bind-dynamic-references.ts";
import { linkDiscriminators } from "./schema/link-discriminators.ts";
import { linkForms, markAmbiguousNumbers } from "./schema/link-forms.ts";
import { linkResources } from "./schema/link-resources.ts";
import { markExactNumbers } from "./schema/mark-exact-numbers.ts";
import { reportNullables } from "./schema/report-nullables.ts";
import { allSchemas } from "./schema/schema-sets.ts";

/** Options for `buildContract`. */
export interface BuildOptions {
  /**
   * The side that the document describes; `consumer` swaps send and receive. Default `provider`.
   */
  readonly perspective?: Perspective;
  /**
   * Whether to build a contract although the document has errors. The contract then lacks the faulty parts.
   * Default false.
   */
  readonly allowErrors?: boolean;
  /** The checks to relax. Default: none. */
  readonly relaxation?: Relaxation;
}

/**
 * A contract, and the problems of its document. The contract is undefined if one of the problems is an
 * error.
 */
export interface BuildResult {
  readonly contract?: Contract;
  /** The problems, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Builds the contract of a loaded document. Never throws because of the document: each problem becomes a
 * diagnostic. If a diagnostic is an error, the result has no contract. Ignores dangling references, because
 * the loader reports them.
 */
export function buildContract(
  specification: Specification,
  options: BuildOptions = {},
): BuildResult {
  const { perspective = "provider", allowErrors = false, relaxation = {} } = options;
  const build: Build = {
    specification,
    perspective,
    dialect: dialectOfDocument(specification.entry.root) ?? "2020-12",
    schemas: createSchemaGraph(),
    declarations: createDeclarations(),
    memo: new Map(),
    problems: new Map(),
  };
  const root = rootPlace(build, specification.entry.file);
  if (root === undefined) return { diagnostics: [] };
  if (!holdsObject(root)) {
    reportShape(build, root, "an object");
    return { diagnostics: reportedProblems(build) };
  }
  const contract = assembleContract(build, root, relaxation);
  const diagnostics = reportedProblems(build);
  const isRefused = !allowErrors && diagnostics.some(({ severity }) => severity === "error");
  return isRefused ? { diagnostics } : { contract, diagnostics };
}

function assembleContract(build: Build, root: ObjectPlace, relaxation: Relaxation): Contract {
  const { specification } = build;
  const parts =
    specification.kind === "openapi"
      ? readOpenApiDocument(build, root)
      : readAsyncApiDocument(build, root);
  linkDiscriminators(build);
  reportNullables(build);
  const instanceOf = bindDynamicReferences(build, linkResources(build));
  const declarations = orderDeclarations(build);
  const roots = declarations.map(({ schema }) => schema);
  const schemas = allSchemas(roots);
  const contract: Contract = {
    format: specification.kind,
    formatVersion: specification.version,
    file: specification.entry.file,
    // The hash is computed on demand: hashing takes as long as reading the document, and few callers need
    // the hash.
    get hash() {
      return specification.hash;
    },
    info: readInfo(build, root),
    ...parts,
    declarations,
    extensions: readExtensions(root),
    raw: root.value,
    declarationOf: (schema) => build.declarations.get(schema)?.draft,
    instanceOf,
    fieldOf: (source, name) => {
      const place = placeAt(build, source);
      const field = place && holdsObject(place) ? memberOf(place, name) : undefined;
      return field && resolvedValue(build, field);
    },
    locate: (source) => specification.locate(source),
  };
  relaxSchemas(contract, schemas, relaxation);
  linkForms(roots, schemas.keys());
  markAmbiguousNumbers(schemas.keys());
  markExactNumbers(roots, schemas.keys());
  rememberParts(contract, schemas);
  return contract;
}
