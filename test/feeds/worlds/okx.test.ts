import { testWorlds } from "./test-worlds.ts";

testWorlds("okx", ["gaps"]);
