import { testWorlds } from "./test-worlds.ts";

testWorlds("coinbase", ["gaps"]);
