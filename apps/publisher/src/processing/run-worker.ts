// Processes each document in its own process, because a malicious document may exhaust memory or
// time.

import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Clock } from "@specwright/runtime";
import { permissionArguments } from "./permission-arguments.ts";
import type {
  DocumentTask,
  Outcome,
  ProcessDocument,
  ProcessLimits,
  TaskMessage,
  WorkerMessage,
} from "./protocol.ts";

/**
 * The maximum number of characters of a process's error output that are logged. If the output is
 * longer, only its last characters are logged.
 */
const MAX_DETAILS = 4_000;
/**
 * The maximum ratio of wall time to processor time. On a busy machine, a process gets only part of
 * a processor. It also waits while its results are stored.
 */
const WALL_TIME = 4;

const isSource = import.meta.url.endsWith(".ts");
// A bundle contains this module and the worker in one folder.
const main = fileURLToPath(new URL(isSource ? "../worker.ts" : "./worker.js", import.meta.url));

/**
 * Returns a function that processes a document in a new process, and kills the process afterwards.
 */
export function workerProcesses(
  limits: ProcessLimits,
  clock: Pick<Clock, "setTimer">,
): ProcessDocument {
  return async (task, { onBatch, signal }) => {
    signal.throwIfAborted();
    const child = startWorker(limits);
    killWhenOrphaned(child);
    const ended = Promise.withResolvers<Outcome>();
    const seconds = WALL_TIME * limits.cpuSeconds;
    const stopTimer = clock.setTimer(1000 * seconds, () =>
      ended.resolve(
        failedOutcome(`The document was not processed within ${seconds} seconds.`, "", true),
      ),
    );
    const onAbort = (): void => ended.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    let details = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      details = `${details}${chunk}`.slice(-MAX_DETAILS);
    });
    child.on("error", (error) =>
      ended.resolve(failedOutcome("The document could not be processed.", error.message)),
    );
    child.on("close", (code, by) => ended.resolve(describeEnd(code, by, details, limits)));
    child.on("message", (message: WorkerMessage) => {
      handleMessage(child, { message, task, onBatch }).then(
        (outcome) => outcome && ended.resolve(outcome),
        (error: unknown) => ended.reject(error),
      );
    });
    try {
      return await ended.promise;
    } finally {
      stopTimer();
      signal.removeEventListener("abort", onAbort);
      child.kill("SIGKILL");
    }
  };
}

/** Handles a message of the process. After the last message, resolves with the outcome. */
async function handleMessage(
  child: ChildProcess,
  heard: {
    readonly message: WorkerMessage;
    readonly task: DocumentTask;
    readonly onBatch: Parameters<ProcessDocument>[1]["onBatch"];
  },
): Promise<Outcome | undefined> {
  const { message, task, onBatch } = heard;
  switch (message.kind) {
    case "ready":
      sendToWorker(child, { kind: "task", task });
      return undefined;
    case "batch":
      await onBatch(message.batch);
      sendToWorker(child, { kind: "next" });
      return undefined;
    default:
      return message;
  }
}

function sendToWorker(child: ChildProcess, message: TaskMessage): void {
  // If the process has exited, the handler of the exit event reports this.
  if (child.connected) child.send(message, () => {});
}

function startWorker({ cpuSeconds, heapMb }: ProcessLimits): ChildProcess {
  const args = [
    `--max-old-space-size=${heapMb}`,
    // Large documents allocate much short-lived memory. With the default size of V8's young
    // generation, the process needs a quarter more memory and is hardly faster.
    "--max-semi-space-size=16",
    ...permissionArguments(),
    ...(isSource ? ["--conditions=@specwright/source"] : []),
    "--no-warnings",
    main,
  ];
  const options: SpawnOptions = {
    // The process must not see environment variables, such as the URL of the database.
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  };
  if (process.platform === "win32") return spawn(process.execPath, args, options);
  // The soft limit sends SIGXCPU, which shows that the process exceeded its time. The hard limit
  // would send SIGKILL.
  const time = `ulimit -S -t ${cpuSeconds}; ulimit -H -t ${cpuSeconds + 5}`;
  const script = `${time}; ulimit -c 0; exec "$@"`;
  return spawn("/bin/sh", ["-c", script, "sh", process.execPath, ...args], options);
}

function describeEnd(
  code: number | null,
  signal: NodeJS.Signals | null,
  details: string,
  { cpuSeconds }: ProcessLimits,
): Outcome {
  if (signal === "SIGXCPU") {
    const most = `more processor time than the limit (${cpuSeconds} s)`;
    return failedOutcome(`Processing the document takes ${most}.`, details, true);
  }
  const isOutOfMemory = signal === "SIGABRT" || signal === "SIGKILL" || code === 134;
  return isOutOfMemory
    ? failedOutcome("Processing the document takes more memory than the limit.", details, true)
    : failedOutcome("The program that processes documents crashed.", details);
}

function failedOutcome(reason: string, details = "", isOverLimits = false): Outcome {
  return { kind: "failed", reason, details, isOverLimits };
}

/**
 * Starts a shell that kills the child when this process ends for any reason. The child cannot
 * notice that this process has ended while the child is in a loop.
 */
function killWhenOrphaned(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === "win32") return;
  // The input of the shell is closed when this process ends. If the shell reads a line, the child
  // has exited. The shell must then not kill it, because the process id may be reused.
  const watch = spawn("/bin/sh", ["-c", 'read line || kill -9 "$1"', "sh", `${child.pid}`], {
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
  });
  // If the shell cannot start or is killed, the child still has its limit of processor time.
  watch.on("error", () => {});
  watch.stdin.on("error", () => {});
  child.once("exit", () => watch.stdin.end("\n"));
}
