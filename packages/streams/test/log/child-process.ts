import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A child process that prints lines of a word and a number. */
export interface Child {
  readonly pid: number;
  readonly said: readonly (readonly [word: string, number: bigint])[];
  /** Resolves when it has printed a word `times` times. */
  heard(word: string, times?: number): Promise<void>;
  /** Kills it, as a power failure would. */
  kill(): Promise<void>;
}

/** Starts `lmdb-child.ts`. */
export function startChild(...args: readonly string[]): Child {
  const script = fileURLToPath(new URL("lmdb-child.ts", import.meta.url));
  const child: ChildProcess = spawn(
    process.execPath,
    ["--conditions=@specwright/source", "--no-warnings", script, ...args],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const said: (readonly [string, bigint])[] = [];
  const ended = once(child, "exit");
  let rest = "";
  let wake = (): void => {};
  child.stdout?.on("data", (bytes: Buffer) => {
    const lines = (rest + bytes.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [word = "", number = "0"] = line.split(" ");
      said.push([word, BigInt(number)]);
    }
    wake();
  });
  // The pipe may still hold lines when the process has ended.
  const drained = new Promise<void>((resolve) => child.stdout?.on("close", () => resolve()));

  return {
    pid: child.pid ?? 0,
    said,
    async heard(word, times = 1) {
      while (said.filter(([other]) => other === word).length < times) {
        await Promise.race([
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
          ended.then(([code]) => {
            throw new Error(`the child ended with ${code} before it said ${word}`);
          }),
        ]);
      }
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
      await drained;
    },
  };
}
