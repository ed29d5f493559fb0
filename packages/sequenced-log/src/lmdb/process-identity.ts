import { readFileSync, readlinkSync } from "node:fs";

/** Names a process so that another that got its number later is told apart, where that can be. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in ticks since the machine did. */
  readonly started?: string | undefined;
  /** Which start of the machine. */
  readonly boot?: string | undefined;
  /** In which world of process numbers: containers have their own. */
  readonly namespace?: string | undefined;
}

/** Names this process. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    started: startOf(process.pid),
    boot: bootId(),
    namespace: pidNamespace(),
  };
}

/**
 * Tells whether a process still runs. One of an earlier start of the machine does not; one of
 * another container cannot be seen, and counts as ended.
 */
export function isRunning({ pid, started, boot, namespace }: ProcessIdentity): boolean {
  if (boot !== bootId() || namespace !== pidNamespace()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not allowed to signal it: it is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return startOf(pid) === started && !isDying(pid);
}

function startOf(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The name, in parentheses, may hold anything; field 22 is the 20th behind it.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields?.[19];
}

/** `SIGKILL` in the masks of signals that wait for a process. */
const KILLED = 1n << 8n;

/**
 * Tells whether a process has ended, or will before it does anything more. It keeps its number for
 * some milliseconds after it was killed, and then until its parent has asked how it ended.
 */
function isDying(pid: number): boolean {
  const status = readText(`/proc/${pid}/status`) ?? "";
  if (/^State:\s*[ZX]/m.test(status)) return true;
  const masks = status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)/gm);
  return [...masks].some(([, mask]) => (BigInt(`0x${mask}`) & KILLED) !== 0n);
}

function bootId(): string | undefined {
  return readText("/proc/sys/kernel/random/boot_id")?.trim();
}

function pidNamespace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
