// The pages about the errors of the commands, for `specwright explain`.

import type { EmitErrorCode } from "@specwright/emit/print";
import type { CliErrorCode } from "./cli-error.ts";

/** A page of `specwright explain` about an error. */
export interface ErrorExplanation {
  readonly cause: string;
  readonly fix: string;
}

/** Maps the codes of errors to pages. */
export const commandErrors: Readonly<
  Record<CliErrorCode | EmitErrorCode | "file_system", ErrorExplanation>
> = {
  usage: {
    cause: "The command line is wrong.",
    fix: "See `specwright --help`.",
  },
  config_not_found: {
    cause: "There is no `specwright.config.ts` in this folder.",
    fix: "Run `specwright init`, or give `--input` and `--output`.",
  },
  config_invalid: {
    cause: "The configuration file or `package.json` cannot be read, or a setting is wrong.",
    fix: "Correct what the message names.",
  },
  file_exists: {
    cause: "A file that the command would write exists already.",
    fix: "Remove it, or choose another name.",
  },
  install_failed: {
    cause: "The package manager could not add the packages.",
    fix: "Read its output, and run the command that the message names.",
  },
  cancelled: {
    cause: "A question of `specwright init` was cancelled.",
    fix: "Run it again, or give the answers as flags; `--yes` takes the defaults.",
  },
  handlers_unusable: {
    cause: "The handler file cannot be edited in place.",
    fix: "Correct its syntax, or export one handlers object.",
  },
  package_missing: {
    cause: "A package that only this command needs is not installed.",
    fix: "Install it as the message says.",
  },
  node_too_old: {
    cause: "This version of Node cannot do what the command needs.",
    fix: "Use the version that the message names, or a newer one.",
  },
  address_unusable: {
    cause: "The port of `specwright mock` is in use, or this machine does not have the address.",
    fix: "Choose another port with `--port`; 0 chooses a free one.",
  },
  operations_unmatched: {
    cause:
      "A filter matches no operation of the document, or the filters together exclude all of them.",
    fix: "Correct the tag, path or id that the message names; see docs/filtering.md.",
  },
  output_unsafe: {
    cause: "The output folder contains files that Specwright did not write.",
    fix: "Choose another folder, or empty it.",
  },
  output_is_folder: {
    cause: "The file to write, such as that of `--output`, is a folder.",
    fix: "Name a file, such as one in that folder.",
  },
  unknown_code: {
    cause: "`specwright explain` knows no such code.",
    fix: "Run `specwright explain` for the list.",
  },
  document_not_found: {
    cause: "There is no document at the path, in the folder or in the git revision.",
    fix: "Check the path; that of a git revision is relative to the current folder.",
  },
  documents_unlike: {
    cause: "One document is OpenAPI, and the other is AsyncAPI.",
    fix: "Compare two documents of the same kind.",
  },
  git_unusable: {
    cause: "git is not installed, the folder is not in a repository, or the path is outside it.",
    fix: "Run the command inside the repository, or name two files.",
  },
  ref_unknown: {
    cause: "The repository has no such commit, branch or tag.",
    fix: "Check the name. In a shallow clone, fetch more (`fetch-depth: 0` for `actions/checkout`).",
  },
  changesets_unusable: {
    cause: "There is no `.changeset/config.json`, or it cannot be read.",
    fix: "Set up changesets: `npm install --save-dev @changesets/cli && npx changeset init`.",
  },
  accepted_invalid: {
    cause: "The file of accepted changes is missing, or an entry in it is wrong.",
    fix: "Correct the place that the message names; see docs/diff.md.",
  },
  changelog_invalid: {
    cause:
      "The history file, the tags or the address cannot be used for a feed, site or changelog.",
    fix: "Correct what the message names; see docs/changelog-and-feeds.md and docs/site.md.",
  },
  pages_invalid: {
    cause: "A page of `--pages` links to a page or a heading that does not exist.",
    fix: "Correct the links that the message names; see docs/site.md.",
  },
  token_missing: {
    cause: "`specwright publish` found no access token, or an invalid one.",
    fix: "Set `SPECWRIGHT_TOKEN`, or give `--token-file`; the operator of the publisher issues tokens.",
  },
  token_refused: {
    cause: "The token is unknown (401), or lacks a right (403).",
    fix: "Check the token; ask the operator for one with the right to publish, or with `--create` to administer.",
  },
  files_unpublishable: {
    cause: "A document refers to too many files, or to a file with an invalid name.",
    fix: "Use letters, digits, `_`, `-` and `.` in names; bundle the document into fewer files.",
  },
  interface_unknown: {
    cause: "The publisher has no such interface, or the token may not see it (404).",
    fix: "Check `--interface`, or create it with `--create`.",
  },
  previous_mismatch: {
    cause: "The branch has a newer version than `--previous` (409).",
    fix: "If a newer job published, do nothing. Else compare with `--dry-run`, and use the new id.",
  },
  document_too_large: {
    cause: "The document is larger than the publisher accepts (413).",
    fix: "Publish fewer or smaller files: the limits are 16 MiB for a file and 32 MiB for all.",
  },
  processing_failed: {
    cause:
      "The publisher could not process the document, mostly because it needs too much time or memory (422).",
    fix: "Publish a smaller document, or ask the operator of the publisher to raise its limits: `PUBLISHER_PROCESS_SECONDS`, `PUBLISHER_PROCESS_MEGABYTES`.",
  },
  publisher_refused: {
    cause: "The publisher refused the request. The message has the reason.",
    fix: "Correct it, or try again later. A retry does not publish twice.",
  },
  publisher_unreachable: {
    cause: "The address of `--to` is unreachable, or is not a publisher.",
    fix: "Check the address, and proxies in between.",
  },
  publication_pending: {
    cause: "The version was accepted, but was not processed within `--wait` seconds.",
    fix: "Look at the interface's page later, or run the command again.",
  },
  publication_interrupted: {
    cause: "The user stopped the command. An accepted version is still processed.",
    fix: "Look at the interface's page later, or run the command again.",
  },
  emitter_missing: {
    cause: "An emitter needs the output of another one that does not run.",
    fix: "Add that emitter to the list.",
  },
  emitter_cycle: {
    cause: "Emitters need the output of each other.",
    fix: "Remove one of the dependencies.",
  },
  emitter_twice: {
    cause: "Two emitters have the same name.",
    fix: "Rename one.",
  },
  path_taken: {
    cause: "Two emitters write the same file.",
    fix: "Have one of them write another file.",
  },
  path_outside: {
    cause: "An emitter writes outside the output folder.",
    fix: "Use a path below the output folder.",
  },
  file_system: {
    cause:
      "A file cannot be written: the disk is full or read-only, or a file has the name of a folder.",
    fix: "Check that the folder exists and can be written to, and run the command again.",
  },
};
