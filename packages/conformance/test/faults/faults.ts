import type { Fault } from "./fault.ts";
import { heartbeatFaults } from "./heartbeat-faults.ts";
import { resumingFaults } from "./resuming-faults.ts";

/** Lists every fault. */
export const faults: readonly Fault[] = [...resumingFaults, ...heartbeatFaults];
