import { faultHalves } from "./faults.ts";
import { judgeFaults } from "./judge-faults.ts";

judgeFaults(faultHalves[0]);
