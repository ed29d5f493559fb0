// Sends requests to one world, judges the responses and remembers their contents.

import type { Random } from "../generate/random.ts";
import type { ContractDocument, ContractOperation } from "./contract-operations.ts";
import { type Drawn, draftRequest, writeRequest } from "./draw-request.ts";
import { bodyMember, type Received } from "./exchange.ts";
import { judgeAnswer } from "./judge-answer.ts";
import type { Credential, Person } from "./people.ts";
import { rememberAnswer } from "./remember.ts";
import type { World } from "./world.ts";

/** How to call an operation. */
export interface CallOptions {
  /** The user whose newest session is used, or a credential. Default: none. */
  readonly as?: Person | Credential;
  /** Parameters of the path. */
  readonly path?: Readonly<Record<string, number | string>>;
  readonly query?: readonly (readonly [string, string])[];
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The allowed statuses. */
  readonly statuses?: readonly number[];
}

/** Sends requests in one world. */
export interface Player {
  readonly contract: ContractDocument;
  readonly world: World;
  readonly random: Random;
  /** The number of requests sent. */
  readonly sent: number;
  /** The number of responses by `operation status`. */
  readonly answers: ReadonlyMap<string, number>;
  /** Sends a request. Rejects if the response is wrong. */
  play(drawn: Drawn): Promise<Received>;
  /** Calls an operation by its id. Rejects if the response is wrong. */
  call(id: string, options?: CallOptions): Promise<Received>;
  /** Returns a valid credential; logs in if the person has no session. */
  credential(person: Person): Promise<Credential>;
}

/** The number of preceding requests in a report. */
const SHOWN = 8;
/** How much of a target or a header is shown. */
const MOST = 300;

export function createPlayer(contract: ContractDocument, world: World, random: Random): Player {
  const answers = new Map<string, number>();
  const history: string[] = [];
  const byId = new Map(contract.operations.map((operation) => [operation.id, operation]));
  let sent = 0;

  async function play(drawn: Drawn): Promise<Received> {
    sent += 1;
    const answer = await world.exchange.send(drawn.sent);
    const { method, target } = drawn.sent;
    history.push(`${method} ${target.slice(0, MOST)} ${drawn.credential.kind} -> ${answer.status}`);
    const counted = `${drawn.operation?.id ?? "nothing"} ${answer.status}`;
    answers.set(counted, (answers.get(counted) ?? 0) + 1);
    const [logged] = world.errors;
    const wrong = judgeAnswer(contract, drawn, answer) ?? logged;
    if (wrong !== undefined) throw new Error(`${wrong}\n${shown(drawn, answer, history)}`);
    rememberAnswer(world, drawn, answer);
    return answer;
  }

  function operationOf(id: string): ContractOperation {
    const operation = byId.get(id);
    if (operation === undefined) throw new Error(`the contract has no operation ${id}`);
    return operation;
  }

  async function call(id: string, options: CallOptions = {}): Promise<Received> {
    const operation = operationOf(id);
    const { as = { kind: "none" }, statuses, body = {}, path = {}, headers = {} } = options;
    const credential = "kind" in as ? as : await credentialOf(as);
    const draft = draftRequest(contract, operation, world, random);
    draft.path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${path[name]}`);
    draft.query = [...(options.query ?? [])];
    const { "content-type": type } = draft.headers;
    draft.headers = { ...(type === undefined ? {} : { "content-type": type }), ...headers };
    if (operation.body?.type === "application/json") draft.body = Buffer.from(JSON.stringify(body));
    const wants = { why: "a story", ...(statuses === undefined ? {} : { statuses }) };
    return await play({ operation, credential, sent: writeRequest(draft, credential), wants });
  }

  async function credentialOf(person: Person): Promise<Credential> {
    if (person.sessions.length === 0) {
      const { username, password } = person;
      const body = { username_or_email: username, password };
      await call("loginUser", { body, statuses: [200] });
    }
    return { kind: "live", person, session: random.pick(person.sessions) };
  }

  return {
    contract,
    world,
    random,
    answers,
    get sent() {
      return sent;
    },
    play,
    call,
    credential: credentialOf,
  };
}

function shown({ sent, wants }: Drawn, answer: Received, history: readonly string[]): string {
  const headers = Object.entries(sent.headers).map(([name, value]) =>
    `${name}: ${value}`.slice(0, MOST),
  );
  const type = bodyMember(answer, "code") ?? answer.type;
  return [
    `${sent.method} ${sent.target.slice(0, MOST)} (${wants.why})`,
    ...headers.slice(0, 20),
    "",
    JSON.stringify(String(sent.body ?? "").slice(0, 2000)),
    `answered ${answer.status} ${String(type)}: ${String(answer.body).slice(0, 1000)}`,
    "after:",
    ...history.slice(-SHOWN),
  ].join("\n  ");
}
