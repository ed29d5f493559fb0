import { type Contract, filterOperations, type OperationFilters } from "@specwright/contract";
import type { OperationFacts } from "@specwright/spec-loader";
import type { ContractConfig } from "../project/config.ts";
import { CliError } from "../terminal/cli-error.ts";

/** The flags that filter operations. The user may repeat each of them. */
export interface OperationFlags {
  readonly tag?: readonly string[];
  readonly path?: readonly string[];
  readonly operation?: readonly string[];
  /** False for `--no-deprecated`. */
  readonly deprecated?: boolean;
}

/** Converts flags to filters. Returns undefined if the user passed no such flag. */
export function flagFilters(flags: OperationFlags): OperationFilters | undefined {
  const { tag: tags, path: paths, operation: ids, deprecated = true } = flags;
  const include = { ...(tags && { tags }), ...(paths && { paths }), ...(ids && { ids }) };
  if (Object.keys(include).length === 0 && deprecated) return undefined;
  return { include, ...(!deprecated && { exclude: { deprecated: true } }) };
}

interface FilteredTarget extends Pick<ContractConfig, "operations"> {
  /** The name of the document in messages. */
  readonly label: string;
  /** Whether the filters are from flags, and not from a configuration. Default `false`. */
  readonly hasFilterFlags?: boolean;
}

/** The flags that fill the lists of the filters. */
const flagNames = { tags: "--tag", paths: "--path", ids: "--operation" } as const;

/**
 * Returns the contract with only the selected operations. `leftOut` are operations that were not read, which a filter may name.
 *
 * @throws {CliError} `operations_unmatched` if a value of the filters matches no operation, or if the
 * filters exclude all operations.
 */
export function selectOperations(
  contract: Contract,
  { operations: filters, hasFilterFlags = false, label }: FilteredTarget,
  leftOut: readonly OperationFacts[] = [],
): Contract {
  if (filters === undefined) return contract;
  const { contract: taken, unmatched } = filterOperations(contract, filters, leftOut);
  const [first] = unmatched;
  if (first !== undefined) {
    const { filter, member, value, nearest } = first;
    const place = hasFilterFlags ? flagNames[member] : `operations.${filter}.${member}`;
    throw new CliError(
      "operations_unmatched",
      `${place} has ${JSON.stringify(value)}, which matches no operation of ${label}.`,
      `${nearest === undefined ? "" : `Did you mean ${JSON.stringify(nearest)}? `}\`*\` stands for any text without a slash, and \`**\` for any text.`,
    );
  }
  if (taken.operations.length + taken.webhooks.length + taken.channels.length > 0) return taken;
  throw new CliError(
    "operations_unmatched",
    `The filters exclude every operation of ${label}.`,
    hasFilterFlags
      ? "An operation is taken if it matches each of --tag, --path and --operation that is given."
      : "An operation is taken if it matches all members of `include`, and no member of `exclude`.",
  );
}
