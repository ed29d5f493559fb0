import { testWorlds } from "./test-worlds.ts";

testWorlds("binance", ["gaps"]);
