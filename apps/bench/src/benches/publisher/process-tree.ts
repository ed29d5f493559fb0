// Measures a process and all processes that it starts, from /proc. Linux only.

import { readdir, readFile } from "node:fs/promises";

/** The cost of a process and all of its descendants. */
export interface TreeUsage {
  readonly cpuSeconds: number;
  /** The maximum of the total resident memory of all these processes, in megabytes. */
  readonly peakMegabytes: number;
}

/** Measures a tree of processes while `run` runs. */
export async function measureTree<Result>(
  pid: number,
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly usage: TreeUsage; readonly wallSeconds: number }> {
  let peakMegabytes = 0;
  let isOver = false;
  const sampleTree = async (): Promise<void> => {
    while (!isOver) {
      const tree = await treeOf(pid);
      const pages = tree.reduce((sum, { rssPages }) => sum + rssPages, 0);
      peakMegabytes = Math.max(peakMegabytes, (pages * pageBytes) / 1e6);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const looking = sampleTree();
  const before = await cpuTicksOf(pid);
  const started = performance.now();
  try {
    const result = await run();
    const wallSeconds = (performance.now() - started) / 1000;
    // The CPU time of a child is added to its parent only after the child has exited and the parent
    // has reaped it.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const cpuSeconds = ((await cpuTicksOf(pid)) - before) / ticksPerSecond;
    isOver = true;
    await looking;
    return { result, usage: { cpuSeconds, peakMegabytes }, wallSeconds };
  } finally {
    isOver = true;
  }
}

const pageBytes = 4096;
const ticksPerSecond = 100;

interface Stat {
  readonly parent: number;
  readonly ticks: number;
  readonly rssPages: number;
}

async function treeOf(root: number): Promise<readonly Stat[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = new Map<number, Stat>();
  for (const pid of pids) {
    const stat = await statOf(pid);
    if (stat !== undefined) stats.set(pid, stat);
  }
  const isInside = (pid: number): boolean => {
    for (let at = pid; at > 1; at = stats.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  return [...stats].filter(([pid]) => isInside(pid)).map(([, stat]) => stat);
}

async function cpuTicksOf(pid: number): Promise<number> {
  const stat = await statOf(pid);
  if (stat === undefined) throw new Error("the process has ended");
  return stat.ticks;
}

/** Reads `/proc/PID/stat`. Its ticks include those of children that have exited. */
async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => undefined);
  // The name of the program is in parentheses and may contain spaces.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields === undefined) return undefined;
  const at = (index: number): number => Number(fields[index]);
  return { parent: at(1), ticks: at(11) + at(12) + at(13) + at(14), rssPages: at(21) };
}
