// The errors of the commands. Each error contains a fix.

/** The codes of the errors that end a command. */
export type CliErrorCode =
  | "usage"
  | "config_not_found"
  | "config_invalid"
  | "file_exists"
  | "install_failed"
  | "cancelled"
  | "handlers_unusable"
  | "package_missing"
  | "node_too_old"
  | "address_unusable"
  | "operations_unmatched"
  | "output_unsafe"
  | "output_is_folder"
  | "unknown_code"
  | "document_not_found"
  | "documents_unlike"
  | "git_unusable"
  | "ref_unknown"
  | "accepted_invalid"
  | "changelog_invalid"
  | "pages_invalid"
  | "changesets_unusable"
  | "token_missing"
  | "token_refused"
  | "files_unpublishable"
  | "interface_unknown"
  | "previous_mismatch"
  | "document_too_large"
  | "processing_failed"
  | "publisher_refused"
  | "publisher_unreachable"
  | "publication_pending"
  | "publication_interrupted";

/**
 * Thrown if a command cannot run. The command line prints the message and the fix. The exit code is 1, or 2
 * if 1 means something different for the command.
 */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly code: CliErrorCode;
  readonly fix: string;

  constructor(code: CliErrorCode, message: string, fix: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.fix = fix;
  }
}
