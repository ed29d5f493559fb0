import type { SdkCredential } from "../console-sdk.ts";
import { element } from "../dom/element.ts";
import { labelled, textInput } from "../dom/labelled.ts";
import type { PlaceFacts, SchemeKind } from "../place-facts.ts";
import type { CurlSecret } from "./curl-command.ts";

export interface CredentialFields {
  readonly element: HTMLElement;
  /** Returns the credentials that the reader entered, by security scheme. */
  read(): Readonly<Record<string, SdkCredential>>;
  /** Returns the placeholders that replace the credentials in a curl command. */
  secrets(): readonly CurlSecret[];
}

/**
 * Creates the form fields for credentials. The console does not store credentials. It sends them only to
 * its own server.
 */
export function credentialFields(
  security: readonly (readonly string[])[],
  schemes: PlaceFacts["schemes"],
): CredentialFields {
  const names = [...new Set(security.flat())];
  const fields = names.map((name) =>
    schemeField(name, schemes.get(name) ?? { kind: "authorization", scheme: "Bearer" }),
  );
  const isOptional = security.some((alternative) => alternative.length === 0);
  const note = element(
    "p",
    { class: "console-hint" },
    `${isOptional ? "Optional. " : ""}Kept only in this page until you leave it.`,
  );
  const legend = element("legend", {}, "Credentials");
  const rows = fields.map((field) => field.element);
  return {
    element: element("fieldset", { hidden: names.length === 0 }, legend, note, ...rows),
    read: () =>
      Object.fromEntries(
        fields.flatMap(({ name, credential }) => {
          const given = credential();
          return given === undefined ? [] : [[name, given]];
        }),
      ),
    secrets: () => fields.flatMap(({ secret }) => secret() ?? []),
  };
}

interface SchemeField {
  readonly name: string;
  readonly element: HTMLElement;
  credential(): SdkCredential | undefined;
  secret(): CurlSecret | undefined;
}

function schemeField(name: string, kind: SchemeKind): SchemeField {
  const variable = name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
  if (kind.kind === "basic") return basicField(name, variable);
  const input = textInput("password");
  if (kind.kind === "authorization") {
    const { scheme } = kind;
    return {
      name,
      element: labelled(`${name} (${scheme} token)`, input),
      credential: () =>
        fixed(input.value, { headers: { authorization: `${scheme} ${input.value}` } }),
      secret: () => ({ header: "authorization", value: `${scheme} $${variable}` }),
    };
  }
  const { in: where, name: key } = kind;
  if (where === "cookie") {
    const hint = `A page cannot set the cookie ${key} for a server. Use the command instead.`;
    input.disabled = true;
    const nothing = (): undefined => undefined;
    return { name, element: labelled(name, input, hint), credential: nothing, secret: nothing };
  }
  return {
    name,
    element: labelled(`${name} (${key} in the ${where})`, input),
    credential: () =>
      fixed(
        input.value,
        where === "header"
          ? { headers: { [key]: input.value } }
          : { query: { [key]: input.value } },
      ),
    secret: () =>
      where === "header"
        ? { header: key.toLowerCase(), value: `$${variable}` }
        : { query: new URLSearchParams({ [key]: input.value }).toString(), key, variable },
  };
}

function basicField(name: string, variable: string): SchemeField {
  const user = textInput();
  const password = textInput("password");
  const rows = [labelled(`${name}: user`, user), labelled(`${name}: password`, password)];
  return {
    name,
    element: element("div", {}, ...rows),
    credential() {
      const bytes = new TextEncoder().encode(`${user.value}:${password.value}`);
      const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      return fixed(user.value, { headers: { authorization: `Basic ${text}` } });
    },
    secret: () => ({ header: "authorization", user: `$${variable}_USER:$${variable}_PASSWORD` }),
  };
}

function fixed(
  typed: string,
  parts: Awaited<ReturnType<SdkCredential["apply"]>>,
): SdkCredential | undefined {
  return typed === "" ? undefined : { apply: async () => parts };
}
