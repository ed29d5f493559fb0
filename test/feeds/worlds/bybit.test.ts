import { testWorlds } from "./test-worlds.ts";

testWorlds("bybit", ["gaps"]);
