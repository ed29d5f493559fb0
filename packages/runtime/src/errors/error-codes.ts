/** The codes of errors in reading or writing JSON. */
export type JsonErrorCode =
  | "json_syntax"
  | "json_encoding"
  | "json_number_range"
  | "json_depth"
  | "json_too_large"
  | "json_duplicate_key"
  | "json_cycle"
  | "json_value";

/** The codes of errors of codecs. */
export type CodecErrorCode = "malformed" | "decode" | "encode";

/** The codes of errors in calls of a REST client. */
export type RestErrorCode =
  | "invalid_base_url"
  | "invalid_timeout"
  | "error_status"
  | "unexpected_status"
  | "unexpected_content_type"
  | "invalid_response"
  | "invalid_request"
  | "missing_credentials"
  | "token_refused"
  | "redirect_refused"
  | "timeout"
  | "network"
  | "aborted";

/** The codes of errors of open channels. */
export type StreamErrorCode =
  | "connect_failed"
  | "upgrade_refused"
  | "unauthorized"
  | "resume_too_old"
  | "protocol_version"
  | "sequence_gap"
  | "flow_control"
  | "protocol_error"
  | "invalid_url"
  | "invalid_parameters"
  | "invalid_message"
  | "stream_closed"
  | "stream_aborted"
  | "stream_timeout"
  | "send_aborted"
  | "send_lost"
  | "request_refused"
  | "reply_timeout"
  | "reply_aborted"
  | "reply_invalid"
  | "reply_lost"
  | "unknown_topic"
  | "duplicate_topic"
  | "missing_hook"
  | "topic_refused"
  | "topic_unanswered"
  | "snapshot_missing"
  | "unsupported_platform"
  | "address_in_use"
  | "missing_authenticator"
  | "missing_handler";

/** The codes of errors of Decimals. */
export type DecimalErrorCode =
  | "decimal_syntax"
  | "decimal_range"
  | "decimal_sign"
  | "decimal_division";

/** The codes of errors of templates. */
export type TemplateErrorCode = "template_syntax" | "template_name" | "template_value";

/** The code for a program without Temporal. */
export type TemporalErrorCode = "temporal_missing";

/** The codes of errors in encoding parameters. */
export type ParameterErrorCode = "invalid_parameter";

/** The code of an operation or channel that is declared but not implemented. */
export type NotImplementedErrorCode = "not_implemented";

/** The code for a temporary outage of a dependency of a service. */
export type UnavailableErrorCode = "unavailable";

/** All error codes of these packages. */
export type ErrorCode =
  | JsonErrorCode
  | CodecErrorCode
  | RestErrorCode
  | StreamErrorCode
  | DecimalErrorCode
  | TemplateErrorCode
  | TemporalErrorCode
  | ParameterErrorCode
  | NotImplementedErrorCode
  | UnavailableErrorCode;

/** The meaning of each error code, and how to fix the error. */
export const errorCodes: Readonly<Record<ErrorCode, string>> = {
  json_syntax: "The text is not JSON.",
  json_encoding: "The bytes are not UTF-8.",
  json_number_range: "A number is out of range, such as 1e400.",
  json_depth: "Objects and arrays nest deeper than the limit.",
  json_too_large: "The text is longer than the limit.",
  json_duplicate_key: "An object has the same key twice, and duplicate keys are refused.",
  json_cycle: "The value contains itself.",
  json_value: "The value contains something that JSON cannot express, such as NaN or a function.",
  malformed: "The text is not JSON (`cause` is the JsonError) or not XML.",
  decode: "The JSON breaks its schema; `issues` lists where and how.",
  encode: "The value breaks its schema and was not sent; `issues` lists where and how.",
  invalid_base_url: "The `baseUrl` is not an absolute URL or a path.",
  invalid_timeout: "The `timeoutMs` is not a positive, finite number.",
  error_status:
    "The server answered with a documented status that is not 2xx; `orThrow` does not return it.",
  unexpected_status: "The server answered with a status that the contract does not document.",
  unexpected_content_type:
    "The server answered with a content type that the contract does not document.",
  invalid_response: "The response breaks its schema, or its body was already read.",
  invalid_request: "The request was not sent: it breaks its schema, or HTTP cannot carry it.",
  missing_credentials: "No credentials are configured for any scheme that the operation accepts.",
  token_refused: "The token endpoint issued no access token.",
  redirect_refused: "The server redirected the call to another origin, or redirected it too often.",
  timeout: "No answer within `timeoutMs`; the server may or may not have acted.",
  network: "The connection failed; the server may or may not have acted.",
  aborted: "The caller's signal ended the call.",
  connect_failed: "The socket could not be opened.",
  upgrade_refused: "The server answered the upgrade with an HTTP error.",
  unauthorized: "Credentials are missing, cannot be used, or were refused.",
  resume_too_old:
    "The server no longer keeps the frames from the resume point; start again without a resume point.",
  protocol_version: "The server does not speak this version of the contract.",
  sequence_gap: "Frames are missing and could not be recovered.",
  flow_control: "The client read too slowly, so the server closed the connection.",
  protocol_error: "The other side broke the protocol.",
  invalid_url: "The stream address is invalid; expected a URL such as wss://stream.example.com/v1.",
  invalid_parameters:
    "The parameters of the channel or topic do not match the contract; no connection was opened.",
  invalid_message: "The message breaks its schema and was not sent.",
  stream_closed: "The stream is closed; `cause` is the error that ended it, if one did.",
  stream_aborted: "The caller's signal ended the stream.",
  stream_timeout: "The other side was silent for too long.",
  send_aborted: "The caller's signal withdrew the message before it was sent.",
  send_lost:
    "The connection ended while the message was being sent; the message may or may not have arrived.",
  request_refused: "The server rejected the request; `cause` is its message.",
  reply_timeout:
    "No reply within `timeoutMs`; the server may have acted unless `sent` of the error is false.",
  reply_aborted:
    "The caller's signal ended the request; the request was not sent if `sent` of the error is false.",
  reply_invalid: "The reply breaks its schema; `cause` has the issues. The server may have acted.",
  reply_lost: "The connection ended before the reply; the server may or may not have acted.",
  unknown_topic: "The contract has no topic of this name.",
  duplicate_topic: "The topic is already subscribed, with the same parameters.",
  missing_hook:
    "The contract names a hook that checks books, but the transport does not have this hook.",
  topic_refused: "The server refused the subscription; `serverCode` is its code.",
  topic_unanswered: "The server did not answer several subscription requests.",
  snapshot_missing: "The server did not send the snapshot of a topic in time.",
  unsupported_platform: "The upgrade needs headers that browsers cannot set.",
  address_in_use: "Another process already listens on the port.",
  missing_authenticator:
    "The contract requires credentials for a channel, but the server has no function to check them.",
  missing_handler:
    "Channels or requests of the contract have no handler, or handlers have unknown names.",
  decimal_syntax: "The text is not a decimal number.",
  decimal_range: "The value does not fit: units is an int64, nanos has nine digits.",
  decimal_sign: "units and nanos differ in sign.",
  decimal_division: "The divisor is 0.",
  template_syntax:
    "A brace in a template does not begin a placeholder. Write {name}, or {{ for a brace.",
  template_name: "A placeholder of a template has no value.",
  template_value:
    "A placeholder within a text has a value that is not a string, a number or a boolean.",
  temporal_missing: "The contract uses Temporal for dates, but there is no global Temporal.",
  invalid_parameter: "The parameter has a value that its style cannot carry; `issue` says which.",
  not_implemented: "The operation is declared but has no implementation yet.",
  unavailable: "A dependency of the service is unreachable; retry after `retryAfterMs`.",
};
