import { connectNats } from "@specwright/streams/log/jetstream";

/** Deletes the streams of a log from the server, as an operator would. */
export async function removeStreams(url: string, prefix: string): Promise<void> {
  const connection = await connectNats({ servers: url });
  const ask = async (subject: string): Promise<{ readonly streams?: readonly string[] }> =>
    JSON.parse((await connection.request(subject, "", { timeout: 5_000 })).string());
  const { streams = [] } = await ask("$JS.API.STREAM.NAMES");
  const own = streams.filter((name) => name.startsWith(`${prefix}-`));
  for (const name of own) await ask(`$JS.API.STREAM.DELETE.${name}`);
  await connection.close();
}
