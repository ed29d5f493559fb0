import { createPublisher } from "../create-publisher.ts";
import { prepareEnvironment } from "../environment/read-environment.ts";
import { ownHistory, readHistory } from "../history/read-history.ts";
import { seedHistory } from "../history/seed-history.ts";

/** Runs `specwright-publisher seed`; resolves with the output. */
export async function seedCommand(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { options } = prepareEnvironment(env);
  const history = readHistory(file ?? ownHistory);
  const publisher = await createPublisher(options);
  try {
    const count = await seedHistory(publisher.services, history);
    return count === 1 ? "published 1 version\n" : `published ${count} versions\n`;
  } finally {
    await publisher.close();
  }
}
