import {
  builtInTemplates,
  type MailDeclaration,
  type MailMarkup,
  type MailTemplates,
  type MailVariable,
} from "@specwright/service/mail";

const title = { about: "the title of the interface", sample: "Shop" };
const version = { about: "the info.version of the document", sample: "1.1" };
const unsubscribe_link = {
  about: "the link to unsubscribe",
  sample: "https://contracts.example.com/unsubscribe.html?token=Jm0cJ4n0o5x1a2b3c4d5e6f7g8h9",
};
const changelog = {
  about: "the page with all changes",
  sample: "https://contracts.example.com/shop/changes.html",
};

/** The kinds of mail with the types of their values. */
interface MailValues {
  readonly "subscription-requested": {
    readonly title: string;
    readonly link: string;
    readonly valid_days: number;
  };
  readonly "version-published": {
    readonly title: string;
    readonly version: string;
    readonly headline: string;
    readonly summary: string;
    readonly changes: MailMarkup;
    readonly page: string;
    readonly reference: string;
    readonly unsubscribe_link: string;
  };
  readonly "version-withdrawn": {
    readonly title: string;
    readonly version: string;
    readonly others: string;
    readonly reason: string;
    readonly changelog: string;
    readonly unsubscribe_link: string;
  };
}

type MailName = keyof MailValues;

/** A mail to be written: its kind, and the values of all its variables. */
export type MailContents = {
  readonly [Name in MailName]: {
    readonly mail: Name;
    readonly values: { readonly [Key in keyof MailValues[Name]]: MailValues[Name][Key] };
  };
}[MailName];

/** Writes the mails of the service. */
export type PublisherTemplates = MailTemplates<MailContents>;

/** All kinds of mail. A text begins with `Subject:` and an empty line. */
export const mailDeclarations: {
  readonly [Name in MailName]: MailDeclaration & {
    readonly variables: Readonly<Record<keyof MailValues[Name], MailVariable>>;
  };
} = {
  "subscription-requested": {
    about: "this address was entered in the subscription form",
    variables: {
      title,
      link: {
        about: "the link to the page that confirms the subscription",
        sample: "https://contracts.example.com/confirm.html?token=Jm0cJ4n0o5x1a2b3c4d5e6f7g8h9",
      },
      valid_days: { about: "how long the link works, in days", sample: "3" },
    },
    needs: ["link"],
    text: `Subject: Confirm your subscription to {{title}}

Somebody entered this address to get a mail for each new version of {{title}}. If it was you, confirm
the subscription:

{{link}}

The link works for {{valid_days}} days. If it was not you, ignore this mail. Without a
confirmation you get no more mail, and the address is deleted.
`,
  },
  "version-published": {
    about: "a version was published",
    variables: {
      title,
      version,
      headline: {
        about: "the title of the release, or the version with the number of changes by kind",
        sample: "Shop 1.1: 1 breaking change",
      },
      summary: { about: "the number of changes by kind", sample: "1 breaking change." },
      changes: {
        about: "the release notes and the changes, breaking changes first, as lists",
        sample: {
          text: "Breaking (1)\n\n- The operation list-users was removed. Clients that call it fail.",
          html: "<h3>Breaking (1)</h3>\n<ul>\n<li><p><strong>The operation <code>list-users</code> was removed.</strong> Clients that call it fail.</p></li>\n</ul>",
        },
      },
      page: {
        about: "the page with the changes of the version",
        sample: "https://contracts.example.com/shop/versions/2/changes.html",
      },
      reference: {
        about: "the reference pages of the version",
        sample: "https://contracts.example.com/shop/versions/2/",
      },
      unsubscribe_link,
    },
    needs: ["unsubscribe_link"],
    text: `Subject: {{headline}}

{{title}} {{version}} was published. {{summary}}

{{#if changes}}
{{changes}}

{{/if}}
The changes with their places in the document:
{{page}}

The reference of this version:
{{reference}}

You get this mail because you subscribed to {{title}}. Unsubscribe:
{{unsubscribe_link}}
`,
    html: `<p><strong>{{title}} {{version}}</strong> was published. {{summary}}</p>
{{changes}}
<p><a href="{{page}}">The changes with their places in the document</a></p>
<p><a href="{{reference}}">The reference of this version</a></p>
<p><small>You get this mail because you subscribed to {{title}}. <a href="{{unsubscribe_link}}">Unsubscribe</a></small></p>
`,
  },
  "version-withdrawn": {
    about: "a version was withdrawn, or several of them at once",
    variables: {
      title,
      version,
      others: {
        about: "the number of earlier versions that were withdrawn with it; empty if none",
        sample: "2",
      },
      reason: {
        about: "the reason, if one was given",
        sample: "It named a customer.",
        isLong: true,
      },
      changelog,
      unsubscribe_link,
    },
    needs: ["unsubscribe_link"],
    text: `Subject: {{title}} {{version}} was withdrawn

{{title}} {{version}} was withdrawn. Its pages and its document are gone.{{#if others}} Earlier versions that were withdrawn with it: {{others}}.{{/if}}

{{#if reason}}
Reason:

{{reason}}

{{/if}}
The changelog:
{{changelog}}

You get this mail because you subscribed to {{title}}. Unsubscribe:
{{unsubscribe_link}}
`,
    html: `<p><strong>{{title}} {{version}}</strong> was withdrawn. Its pages and its document are gone.{{#if others}} Earlier versions that were withdrawn with it: {{others}}.{{/if}}</p>
{{#if reason}}
<p>Reason: {{reason}}</p>
{{/if}}
<p><a href="{{changelog}}">The changelog</a></p>
<p><small>You get this mail because you subscribed to {{title}}. <a href="{{unsubscribe_link}}">Unsubscribe</a></small></p>
`,
  },
};

/** Returns the built-in templates, in English, as text and HTML. */
export function ownTemplates(): PublisherTemplates {
  return builtInTemplates(mailDeclarations);
}
