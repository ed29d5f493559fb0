import { testWorlds } from "./test-worlds.ts";

testWorlds("kraken", ["checksums"]);
