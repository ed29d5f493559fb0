/** An issue at one place in a request. */
export interface ProblemIssue {
  /** The part of the request that `pointer` points into; by default the body. */
  readonly in?: "body" | "path" | "query" | "header" | "cookie";
  /** RFC 6901 pointer; `""` is the whole part. A parameter is identified by its name: `/limit`. */
  readonly pointer: string;
  /** A stable word for the issue; see `Issue.code`. */
  readonly code: string;
  readonly message: string;
  /** The requirement of the schema at this place. */
  readonly expected?: string;
  /** The JSON type of the value at this place, or `nothing`; never the value itself. */
  readonly received?: string;
}

/** An RFC 9457 problem, the format of every error response. */
export interface Problem {
  /**
   * A URI that identifies the kind of problem; `about:blank` if the problem has no meaning beyond its
   * status.
   */
  readonly type: string;
  readonly title: string;
  /** HTTP status. */
  readonly status: number;
  /** A stable word for the error, for programs to branch on. */
  readonly code: string;
  readonly detail?: string;
  readonly instance?: string;
  /** Present for validation problems. */
  readonly errors?: readonly ProblemIssue[];
  /** Extension members, such as `server_time` or `request_id`. */
  readonly [extension: string]: unknown;
}

/** The optional members of a problem. Unknown members become extension members. */
export interface ProblemMembers {
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly instance?: string;
  readonly errors?: readonly ProblemIssue[];
  readonly [extension: string]: unknown;
}

const TITLES: ReadonlyMap<number, string> = new Map([
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "Not Found"],
  [405, "Method Not Allowed"],
  [406, "Not Acceptable"],
  [408, "Request Timeout"],
  [409, "Conflict"],
  [410, "Gone"],
  [412, "Precondition Failed"],
  [413, "Content Too Large"],
  [414, "URI Too Long"],
  [415, "Unsupported Media Type"],
  [422, "Unprocessable Content"],
  [428, "Precondition Required"],
  [429, "Too Many Requests"],
  [431, "Request Header Fields Too Large"],
  [500, "Internal Server Error"],
  [501, "Not Implemented"],
  [502, "Bad Gateway"],
  [503, "Service Unavailable"],
  [504, "Gateway Timeout"],
]);

/** Creates a problem (RFC 9457). The title defaults to the name of the status. */
export function problem(status: number, code: string, members: ProblemMembers = {}): Problem {
  const { type = "about:blank", title = TITLES.get(status) ?? "Error", ...others } = members;
  // The standard members come first for readability. They are assigned again at the end, so that no
  // extension member replaces them.
  return Object.assign({ type, title, status, code }, others, { status, code });
}

/** Reports whether a parsed body is a problem. */
export function isProblem(value: unknown): value is Problem {
  const { title, status, code }: Readonly<Record<string, unknown>> = Object(value);
  return typeof title === "string" && typeof status === "number" && typeof code === "string";
}
