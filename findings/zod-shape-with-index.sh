#!/bin/sh
# zod 4.6.7 with TypeScript 5.9.3, types of `z.ZodObject`.
#
# A generator declares the schema of an open object by the type of its values, which has an index
# signature: `z.ZodObject<{ [K in keyof T]: z.ZodType<T[K]> }>` for
# `T = { name: string; [key: string]: unknown }`.
#
# Guess: the inferred type has `name`, and other members of type `unknown`. Seen: `name` is lost. The
# inferred type is `{ [x: string]: unknown }`, so that a program may read `name` as unknown only. The
# shape has to leave the index signature out, and `z.core.$catchall` has to say it.
#
# Exits with 0 if it is still so, and with 1 if not.

set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts zod@4.6.7 typescript@5.9.3

cat > shape.ts <<'EOF'
import type * as z from "zod";

type Open = { name: string; [key: string]: unknown };
type Whole<T> = z.ZodObject<{ [K in keyof T]: z.ZodType<T[K]> }>;
type Named<T> = z.ZodObject<
  { [K in keyof T as string extends K ? never : K]: z.ZodType<T[K]> },
  z.core.$catchall<z.ZodType<unknown>>
>;
declare const whole: z.infer<Whole<Open>>;
declare const named: z.infer<Named<Open>>;
export const fromWhole: string = whole.name;
export const fromNamed: string = named.name;
EOF
npx tsc --strict --noEmit --skipLibCheck --module nodenext --target es2022 shape.ts > log.txt || true
cat log.txt
node -e '
  const errors = require("node:fs").readFileSync("log.txt", "utf8").trim().split("\n");
  const [first = ""] = errors;
  process.exitCode = errors.length === 1 && first.includes("(11,") && first.includes("TS2322") ? 0 : 1;
'
