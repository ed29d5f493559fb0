import { readFileSync, readlinkSync } from "node:fs";

/** Identifies a process. On Linux, a later process with the same process id has a different identity. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The start time of the process, in ticks since the machine booted. */
  readonly started?: string | undefined;
  /** The boot id of the machine. */
  readonly boot?: string | undefined;
  /** The process-id namespace: containers have their own. */
  readonly namespace?: string | undefined;
}

/** Returns the identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    started: processStart(process.pid),
    boot: bootId(),
    namespace: pidNamespace(),
  };
}

/**
 * Reports whether a process is still running. A process from before a reboot is not. A process in another
 * container cannot be seen, and counts as ended.
 */
export function isRunning({ pid, started, boot, namespace }: ProcessIdentity): boolean {
  if (boot !== bootId() || namespace !== pidNamespace()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists, but this user may not signal it.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return processStart(pid) === started && !isDying(pid);
}

function processStart(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The name, in parentheses, may contain anything; field 22 is the 20th after it.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields?.[19];
}

/** The bit of `SIGKILL` in the masks of pending signals. */
const KILLED = 1n << 8n;

/**
 * Reports whether a process has ended or is about to end. A killed process keeps its id for some
 * milliseconds, and then until its parent has collected its exit status.
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
