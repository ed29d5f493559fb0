// The documents of the corpus that are refused, strictly and leniently, and why that is right.

/** A document that no reading makes whole. */
export interface Refusal {
  /** The code that each of its errors has. */
  readonly code: string;
  readonly why: string;
}

const part: Refusal = {
  code: "DOCUMENT_UNKNOWN",
  why: "It is a part of other documents, without a version of its own.",
};
const remote: Refusal = {
  code: "REF_REMOTE",
  why: "It refers to an address, which only --allow-remote permits.",
};
const incomplete: Refusal = {
  code: "REF_NOT_FOUND",
  why: "It refers to files that were not published with it.",
};
/** Refused documents by their path in the corpus. */
export const refused: Readonly<Record<string, Refusal>> = {
  "asyncapi/social-media/common/messages.yaml": part,
  "asyncapi/social-media/common/parameters.yaml": part,
  "asyncapi/social-media/common/schemas.yaml": part,
  "asyncapi/social-media/common/servers.yaml": part,
  "more/asyncapi-generator/apps_generator_test_docs_apiwithref_json.json": remote,
  "more/asyncapi-generator/packages_templates_clients_websocket_test___fixtures___asyncapi-hoppscotch-client_yml.yml":
    incomplete,
  "more/asyncapi-generator/packages_templates_clients_websocket_test___fixtures___asyncapi-hoppscotch-server_yml.yml":
    incomplete,
  "more/orval/external-ref.yaml": remote,
  "more/orval/import-from-subdirectory/subdirectory/another-file.yaml": part,
  "more/orval/issue-2540/common-schemas.yaml": part,
  "more/orval/issue-3327/refs.yaml": part,
};
