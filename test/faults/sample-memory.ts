import type { MemoryUse, ServiceProcess } from "./service-process.ts";

/** Samples the memory of a service. */
export interface MemorySampler {
  /** Returns the peak since the last call, in MiB. */
  peak(): MemoryUse;
  end(): void;
}

/** Samples the memory of a service continuously. */
export function sampleMemory(service: ServiceProcess): MemorySampler {
  let most: MemoryUse = { rss: 0, own: 0 };
  function look(): void {
    const { rss, own } = service.memory();
    most = { rss: Math.max(most.rss, rss), own: Math.max(most.own, own) };
  }
  const timer = setInterval(look, 50);
  return {
    peak() {
      look();
      const peak = most;
      most = { rss: 0, own: 0 };
      return peak;
    },
    end: () => clearInterval(timer),
  };
}
