import { testWorlds } from "./test-worlds.ts";

testWorlds("dydx", ["gaps"]);
