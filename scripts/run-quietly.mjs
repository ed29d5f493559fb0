// Runs scripts of package.json one after the other and shows what they print only if one fails:
// `node scripts/run-quietly.mjs MESSAGE SCRIPT...`
import { spawnSync } from "node:child_process";

const [message, ...scripts] = process.argv.slice(2);
process.stderr.write(`${message}\n`);
for (const script of scripts) {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--loglevel=error", script], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) {
    process.stderr.write(`npm run ${script} failed:\n${stdout}${stderr}`);
    process.exit(status ?? 1);
  }
}
