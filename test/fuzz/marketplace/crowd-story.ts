// More requests from one address than allowed in a minute.

import { draftRequest, writeRequest } from "./draw-request.ts";
import type { Player } from "./player.ts";
import { REQUESTS_A_MINUTE } from "./world.ts";

/** How many requests exceed the limit. */
const TOO_MANY = 6;

/** Sends them: every request beyond the limit is refused, public or not. Rejects otherwise. */
export async function crowdStory(player: Player): Promise<void> {
  const { contract, world, random } = player;
  const person = random.pick(world.people.slice(0, 6));
  const credential = await player.credential(person);
  const from = { "x-forwarded-for": `192.0.2.${world.next() % 256}` };
  for (let asked = 0; asked < REQUESTS_A_MINUTE; asked += 1) {
    await player.call("getCurrentUser", { as: credential, headers: from, statuses: [200] });
  }
  for (let asked = 0; asked < TOO_MANY; asked += 1) {
    const operation = random.pick(contract.operations);
    const draft = draftRequest(contract, operation, world, random);
    Object.assign(draft.headers, from);
    const wants = { why: "more than may come in a minute", statuses: [429] };
    await player.play({ operation, credential, sent: writeRequest(draft, credential), wants });
  }
}
