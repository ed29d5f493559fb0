// A second version of a document: some texts are hostile, some members are removed, and hostile URLs are in
// every place for a URL.

import type { SeededRandom } from "@specwright/runtime/testing";
import { hostileText } from "../../golden/hostile-texts.ts";

/** The members whose text tools do not interpret. */
const free = new Set(
  "title summary description version default example url email pathname host pattern format".split(
    " ",
  ),
);

/** Optional members whose removal is a change. */
const dispensable = new Set(
  "description deprecated default enum minLength properties required parameters content tags".split(
    " ",
  ),
);

/** Returns an edited copy of a document. */
export function editDocument(document: unknown, random: SeededRandom): unknown {
  const edited: unknown = JSON.parse(JSON.stringify(document));
  edit(edited, random);
  if (typeof edited === "object" && edited !== null) addLinks(edited, random);
  return edited;
}

function edit(value: unknown, random: SeededRandom): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (dispensable.has(name) && random.chance(0.05)) Reflect.deleteProperty(value, name);
    else if (typeof member === "string" && free.has(name) && random.chance(0.3)) {
      Reflect.set(value, name, hostileText(random));
    } else if (!name.startsWith("x-")) edit(member, random);
  }
}

function addLinks(document: object, random: SeededRandom): void {
  const text = (): string => hostileText(random);
  const docs = () => ({ url: text(), description: text() });
  const schemes = {
    [`${text()}.oauth`]: {
      type: "oauth2",
      flows: {
        clientCredentials: { tokenUrl: text(), refreshUrl: text(), ...scopes(document, text()) },
        authorizationCode: {
          authorizationUrl: text(),
          tokenUrl: text(),
          ...scopes(document, text()),
        },
      },
    },
    [`${text()}.oidc`]: { type: "openIdConnect", openIdConnectUrl: text() },
    [`${text()}.http`]: { type: "http", scheme: text(), bearerFormat: text() },
  };
  const old = Object(document);
  const components = Object(old.components);
  const info = {
    ...old.info,
    termsOfService: text(),
    contact: { name: text(), url: text(), email: text() },
    license: { name: text(), url: text() },
  };
  const isStream = "asyncapi" in document;
  const links = isStream
    ? { info: { ...info, externalDocs: docs(), tags: [{ name: text(), externalDocs: docs() }] } }
    : {
        info,
        externalDocs: docs(),
        tags: [{ name: text(), description: text(), externalDocs: docs() }],
        servers: [{ url: text() }, { url: `https://${text()}/`, description: text() }],
      };
  Object.assign(document, links, {
    components: {
      ...components,
      securitySchemes: { ...components.securitySchemes, ...schemes },
    },
  });
}

/** The scopes of a flow; AsyncAPI uses another name. */
function scopes(document: object, name: string): object {
  return { ["asyncapi" in document ? "availableScopes" : "scopes"]: { [name]: name } };
}
