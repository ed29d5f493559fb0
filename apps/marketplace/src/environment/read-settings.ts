import { readFileSync } from "node:fs";
import { jsonPointer } from "@specwright/runtime";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { CustomFieldDeclaration } from "../custom-fields/custom-fields.ts";
import { MarketplaceError } from "../marketplace-error.ts";
import type { MarketplaceOptions } from "../marketplace-options.ts";
import type { RatePolicyName } from "../rate-limits/rate-policies.ts";
import type { CategoryDeclaration } from "../search/categories.ts";
import type { MarketplaceSeed } from "../seed-marketplace.ts";

/** The contents of a settings file. */
export interface MarketplaceSettings {
  readonly options: Pick<
    MarketplaceOptions,
    "categories" | "customFields" | "moderation" | "registration" | "rateLimits"
  >;
  readonly seed: MarketplaceSeed;
}

interface SettingsFile {
  readonly moderation?: boolean;
  readonly registration?: "open" | "closed";
  readonly categories?: readonly CategoryDeclaration[];
  readonly rate_limits?: "off" | Readonly<Partial<Record<RatePolicyName, number>>>;
  readonly custom_fields?: {
    readonly users?: Readonly<Record<string, DeclarationText>>;
    readonly listings?: Readonly<Record<string, DeclarationText>>;
  };
  readonly seed?: MarketplaceSeed;
}

type DeclarationText = Omit<CustomFieldDeclaration, "writableBy"> & {
  readonly writable_by?: "owner" | "admin";
};

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;

function closedObject(properties: object, required: readonly string[] = []): object {
  return { type: "object", properties, required, additionalProperties: false };
}

const declarations = {
  type: "object",
  additionalProperties: closedObject(
    {
      schema: { type: ["object", "boolean"] },
      required: flag,
      public: flag,
      moderated: flag,
      writable_by: { enum: ["owner", "admin"] },
    },
    ["schema"],
  ),
} as const;

const user = {
  username: text,
  email: text,
  password: text,
  role: { enum: ["member", "moderator", "admin"] },
};

const statuses = ["draft", "pending", "publish", "hidden", "trash"] as const;

const listing = {
  owner: text,
  title: { type: "string", minLength: 1, maxLength: 256 },
  description: { type: "string", maxLength: 10240 },
  status: { enum: statuses },
};

const categoryList = { $ref: "#/$defs/categories" } as const;

const quota = { type: "integer", minimum: 1 } as const;

const quotas: Readonly<Record<RatePolicyName, typeof quota>> = {
  address: quota,
  "login-address": quota,
  login: quota,
  register: quota,
  "request-password": quota,
  "reset-password": quota,
  "request-verification": quota,
  "verify-email": quota,
  password: quota,
  create: quota,
  report: quota,
  uploads: quota,
  faults: quota,
};

const isSettingsFile = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
}).compile<SettingsFile>({
  $defs: {
    categories: {
      type: "array",
      items: closedObject({ id: text, name: text, categories: categoryList }, ["id", "name"]),
    },
  },
  ...closedObject({
    categories: categoryList,
    moderation: flag,
    registration: { enum: ["open", "closed"] },
    rate_limits: {
      ...closedObject(quotas),
      type: ["object", "string"],
      if: { type: "object" },
      else: { enum: ["off"] },
    },
    custom_fields: closedObject({ users: declarations, listings: declarations }),
    seed: closedObject({
      users: { type: "array", items: closedObject(user, ["username", "email", "password"]) },
      listings: { type: "array", items: closedObject(listing, ["owner", "title"]) },
    }),
  }),
});

/**
 * Reads a settings file.
 *
 * @throws MarketplaceError `invalid_option`, with the position of each error.
 */
export function readSettings(file: string): MarketplaceSettings {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new MarketplaceError("invalid_option", `cannot read the settings ${file}: ${why}`, {
      cause,
    });
  }
  if (!isSettingsFile(value)) {
    const faults = (isSettingsFile.errors ?? []).flatMap(describeFault);
    throw new MarketplaceError("invalid_option", `settings ${file}: ${faults.join("; ")}`);
  }
  const { custom_fields: fields = {}, moderation, registration, seed = {} } = value;
  const { categories, rate_limits: rateLimits } = value;
  return {
    options: {
      customFields: {
        users: readDeclarations(fields.users),
        listings: readDeclarations(fields.listings),
      },
      ...(categories === undefined ? {} : { categories }),
      ...(moderation === undefined ? {} : { moderation }),
      ...(registration === undefined ? {} : { registration }),
      ...(rateLimits === undefined
        ? {}
        : { rateLimits: rateLimits === "off" ? rateLimits : { quotas: rateLimits } }),
    },
    seed,
  };
}

/**
 * Describes an error in a settings file. The description contains the key and the expected value.
 */
function describeFault({ keyword, instancePath, params, message }: ErrorObject): readonly string[] {
  const { additionalProperty, missingProperty, allowedValues }: Record<string, unknown> = params;
  if (typeof additionalProperty === "string") {
    return [`"${instancePath}${jsonPointer([additionalProperty])}" is not a setting`];
  }
  if (typeof missingProperty === "string") {
    return [`"${instancePath}${jsonPointer([missingProperty])}" is missing`];
  }
  if (Array.isArray(allowedValues)) {
    const values = allowedValues.map((value) => JSON.stringify(value)).join(", ");
    return [`"${instancePath}" must be one of ${values}`];
  }
  // This error only says that a subschema has failed. The error of the subschema has the details.
  if (keyword === "if") return [];
  return [`"${instancePath}" ${message ?? "is not valid"}`];
}

function readDeclarations(
  texts: Readonly<Record<string, DeclarationText>> = {},
): Readonly<Record<string, CustomFieldDeclaration>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, { writable_by: writableBy, ...declaration }]) => [
      name,
      writableBy === undefined ? declaration : { ...declaration, writableBy },
    ]),
  );
}
