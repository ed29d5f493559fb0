import { testWorlds } from "./test-worlds.ts";

testWorlds("gathering", ["gaps"]);
