// A stimulus in a different process. It reads requests from standard input and writes answers to standard
// output, both as lines of JSON. See docs/conformance.md.

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { isSpecwrightError, parseJson, stringifyJson } from "@specwright/runtime";
import { ConformanceError } from "../../report/conformance-error.ts";
import { setActiveTimeout } from "./active-timeout.ts";
import { integerAt, isObject, listAt, textAt, valueAt } from "./json-values.ts";
import {
  type Account,
  type JsonObject,
  type Stimulus,
  type StimulusAction,
  stimulusActions,
} from "./stimulus.ts";

/** A running stimulus, and the facts about the server that it has reported at the start. */
export interface StimulusProcess {
  readonly stimulus: Stimulus;
  /** The stream address, if the stimulus has started the server. */
  readonly url: string | undefined;
  readonly account: Account | undefined;
}

/** The maximum time until a stimulus is ready, in milliseconds. It may have to start a server. */
const READY_MS = 60_000;

export interface StimulusProcessOptions {
  /** The maximum time until the stimulus answers a request, in milliseconds. */
  readonly timeoutMs: number;
  /** Receives the standard error of the process. */
  readonly onLog: (text: string) => void;
}

/**
 * Runs a command in the shell and waits for its line `{"ready":true,"can":[...]}`.
 *
 * @throws ConformanceError `stimulus_failed` if the process ends first or takes too long.
 */
export async function startStimulus(
  command: string,
  options: StimulusProcessOptions,
): Promise<StimulusProcess> {
  const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map<number, PromiseWithResolvers<JsonObject>>();
  const ready = Promise.withResolvers<JsonObject>();
  let asked = 0;
  /** The error with which pending requests are rejected. Set once the process cannot answer any more. */
  let gone: ConformanceError | undefined;
  // JSON that the program printed before it was ready. Servers may print an access key once, at the start.
  let before: JsonObject = {};

  function failAll(why: string): void {
    const error = new ConformanceError("stimulus_failed", `the stimulus ${why}`);
    gone ??= error;
    ready.reject(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }
  child.stdin.on("error", () => {});
  child.stderr.setEncoding("utf8").on("data", options.onLog);
  child.once("error", (error) => failAll(`cannot be started: ${error.message}`));
  child.once("close", (code, signal) => failAll(`ended with ${code ?? signal}`));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = parseLine(line);
    const id = Number(integerAt(message, "id") ?? -1n);
    if (valueAt(message, "ready") === true) ready.resolve({ ...before, ...message });
    else if (waiting.has(id)) {
      waiting.get(id)?.resolve(message);
      waiting.delete(id);
    } else before = { ...before, ...message };
  });

  async function askProgram(action: string, members: JsonObject): Promise<JsonObject> {
    if (gone !== undefined) throw gone;
    asked += 1;
    const id = asked;
    const answer = Promise.withResolvers<JsonObject>();
    waiting.set(id, answer);
    child.stdin.write(`${stringifyJson({ id, do: action, ...members })}\n`);
    const late = `did not answer ${action}`;
    const value = await inTime(answer.promise, options.timeoutMs, late).finally(() =>
      waiting.delete(id),
    );
    if (valueAt(value, "ok") === true) return value;
    const why = textAt(value, "error") ?? "no reason given";
    const code = textAt(value, "code");
    const refused =
      code === undefined ? undefined : { code, retry: valueAt(value, "retry") === true };
    const said = `the stimulus refused ${action}: ${why}`;
    throw new ConformanceError("stimulus_failed", said, { ...(refused && { refused }) });
  }

  let greeting: JsonObject;
  try {
    greeting = await inTime(ready.promise, READY_MS, "was not ready in time");
  } catch (error) {
    endProgram(child);
    throw error;
  }
  const can = new Set(listAt(greeting, "can").map(String));
  const perform = (action: StimulusAction) => async (input?: object) => {
    await askProgram(action, inSnakeCase(input));
  };
  const all: Required<Omit<Stimulus, "close">> = {
    publish: async (action) =>
      integerAt(await askProgram("publish", inSnakeCase(action)), "seq") ?? 0n,
    expire: perform("expire"),
    failWrites: perform("failWrites"),
    async issueKey(brokerId) {
      const account = readAccount(await askProgram("issueKey", { broker_id: brokerId }));
      if (account !== undefined) return account;
      throw new ConformanceError("stimulus_failed", "the stimulus answered issueKey without a key");
    },
    revokeKey: (accessKey) => perform("revokeKey")({ accessKey }),
    drain: perform("drain"),
    restart: perform("restart"),
    replaceLog: perform("replaceLog"),
  };
  const known = stimulusActions.filter((action) => can.has(action));
  return {
    url: textAt(greeting, "url"),
    account: readAccount(greeting),
    stimulus: { ...pickActions(all, known), close: async () => endProgram(child) },
  };
}

function pickActions(
  all: Required<Omit<Stimulus, "close">>,
  known: readonly StimulusAction[],
): Stimulus {
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => known.some((one) => one === name)),
  );
}

/** Returns the members of an action with the names that they have in the line of JSON. */
function inSnakeCase(members: object = {}): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

function readAccount(value: JsonObject): Account | undefined {
  const accessKey = textAt(value, "access_key");
  const secretKey = textAt(value, "secret_key");
  const brokerId = textAt(value, "broker_id");
  if (accessKey === undefined || secretKey === undefined || brokerId === undefined)
    return undefined;
  return { accessKey, secretKey, brokerId };
}

function parseLine(line: string): JsonObject {
  try {
    const value = parseJson(line);
    return isObject(value) ? value : {};
  } catch (error) {
    if (isSpecwrightError(error)) return {};
    throw error;
  }
}

async function inTime<Value>(
  value: Promise<Value>,
  timeoutMs: number,
  why: string,
): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const cancel = setActiveTimeout(timeoutMs, () => {
    late.reject(new ConformanceError("stimulus_failed", `the stimulus ${why} (${timeoutMs} ms)`));
  });
  try {
    return await Promise.race([value, late.promise]);
  } finally {
    cancel();
  }
}

/** Ends a stimulus by closing its input. If the process does not end, sends a signal. */
function endProgram(child: ChildProcess): void {
  child.stdin?.end();
  if (child.exitCode === null) child.kill("SIGTERM");
}
