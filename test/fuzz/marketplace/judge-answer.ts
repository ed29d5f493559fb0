// Checks a response against the contract and the expectation: status, type, headers and body.

import type { Checked, ContractDocument, ContractParameter } from "./contract-operations.ts";
import type { Drawn } from "./draw-request.ts";
import { bodyMember, type Received } from "./exchange.ts";

/** Operations that respond with 401 to a wrong password or key too. */
const checksPasswords: ReadonlySet<string> = new Set(["loginUser", "resetPassword", "updateUser"]);

/** Returns the fault of a response, or undefined. */
export function judgeAnswer(
  { problem }: ContractDocument,
  { operation, credential, sent, wants }: Drawn,
  answer: Received,
): string | undefined {
  const { status, headers, type } = answer;
  if (status >= 500) return `a ${status}`;
  if (!headers.has("x-request-id")) return "no X-Request-Id";
  const documented = operation?.answers.get(status);
  if (documented === undefined) {
    if (operation !== undefined) return `status ${status} is not documented`;
    if (status !== 404 && status !== 405) return `status ${status} of what there is not`;
    if (status === 405 && !headers.has("allow")) return "a 405 without Allow";
  }
  const isHead = sent.method === "HEAD";
  if (isHead && answer.body.length > 0) return "a body for HEAD";
  if (status >= 400 && !isHead) {
    const wrong = wrongProblem(problem, answer);
    if (wrong !== undefined) return wrong;
  }
  if (documented !== undefined) {
    const [first] = documented.headers.map((header) => wrongHeader(header, answer)).filter(Boolean);
    if (first !== undefined) return first;
    const wrong = isHead ? undefined : wrongBody(documented.content, answer);
    if (wrong !== undefined) return wrong;
  }
  if (type === "" && answer.body.length > 0) return "a body of no type";
  if (operation?.session === "required") {
    if (credential.kind !== "live") {
      return status === 401 ? undefined : `${status} without a session, not 401`;
    }
    if (status === 401 && !checksPasswords.has(operation.id))
      return "a session that lives is refused";
  }
  if (wants.never?.includes(status) === true) return `${status} for what is ${wants.why}`;
  if (wants.statuses === undefined || wants.statuses.includes(status)) return undefined;
  return `${status}, not ${wants.statuses.join(" or ")}, for ${sent.method} with ${wants.why}`;
}

function wrongProblem(problem: Checked, answer: Received): string | undefined {
  if (answer.type !== "application/problem+json") return `an error of type ${answer.type}`;
  if (!problem.keeps(answer.body.toString("utf8"))) return "a problem off its schema";
  if (typeof bodyMember(answer, "code") !== "string") return "a problem without a code";
  const said = bodyMember(answer, "status");
  if (said !== undefined && said !== answer.status) return `a problem that says ${String(said)}`;
  const id = bodyMember(answer, "request_id");
  const sent = answer.headers.get("x-request-id");
  return id === undefined || id === sent ? undefined : "a problem with another request id";
}

function wrongHeader(header: ContractParameter, { headers }: Received): string | undefined {
  const value = headers.get(header.name.toLowerCase());
  if (value === undefined) return header.required ? `no header ${header.name}` : undefined;
  return header.keeps(value) ? undefined : `header ${header.name} is off its schema: ${value}`;
}

function wrongBody(content: ReadonlyMap<string, Checked>, answer: Received): string | undefined {
  const { type, body } = answer;
  if (content.size === 0) {
    return type === "" && body.length === 0 ? undefined : "a body where none is documented";
  }
  const schema = content.get(type);
  if (schema === undefined) return `type ${type} is not documented`;
  if (!type.endsWith("json")) return undefined;
  return schema.keeps(body.toString("utf8")) ? undefined : "a body off its schema";
}
