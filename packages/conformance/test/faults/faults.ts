import { addressFaults } from "./address-faults.ts";
import { authenticationFaults } from "./authentication-faults.ts";
import { connectionFaults } from "./connection-faults.ts";
import { contractFaults } from "./contract-faults.ts";
import { emittedFrameFaults } from "./emitted-frame-faults.ts";
import { exchangeFaults } from "./exchange-faults.ts";
import type { Fault } from "./fault.ts";
import { filterFaults } from "./filter-faults.ts";
import { heartbeatFaults } from "./heartbeat-faults.ts";
import { historyFaults } from "./history-faults.ts";
import { marketDataFaults } from "./market-data-faults.ts";
import { publishingFaults } from "./publishing-faults.ts";
import { resumingFaults } from "./resuming-faults.ts";
import { senderFaults } from "./sender-faults.ts";

/** The faults in two halves, which are judged in parallel. */
export const faultHalves: readonly [readonly Fault[], readonly Fault[]] = [
  [
    ...resumingFaults,
    ...heartbeatFaults,
    ...marketDataFaults,
    ...filterFaults,
    ...publishingFaults,
    ...senderFaults,
  ],
  [
    ...authenticationFaults,
    ...addressFaults,
    ...emittedFrameFaults,
    ...connectionFaults,
    ...historyFaults,
    ...contractFaults,
    ...exchangeFaults,
  ],
];
