import type { MailDeclaration, MailVariable } from "@specwright/service/mail";

const username = { about: "the name of the account", sample: "ada" };
const key = { about: "the key", sample: "Jm0cJ4n0o5x1a2b3c4d5e6f7g8h9i0jklmnopqrstuv" };
const valid_minutes = { about: "how long the key is valid, in minutes", sample: "60" };
const linkVariable = (page: string): MailVariable => ({
  about: `the link to \`${page}\` with the key; empty if there is no such page`,
  // The sample is empty. Previews insert a link to the page in the settings.
  sample: "",
});
const listing_id = { about: "the ID of the listing", sample: "101" };
const title = { about: "the title of the listing", sample: "Difference engine, hardly used" };
const reason = {
  about: "the moderator's reason",
  sample: "The picture shows another engine.\nShow this one.",
  isLong: true,
};

type KeyVariables = "username" | "key" | "valid_minutes" | "link";
type DecisionVariables = "listing_id" | "title" | "reason";

/** The kinds of mail, and the names of the variables in each. */
interface MailVariables {
  readonly "password-reset": KeyVariables;
  readonly "email-verification": KeyVariables;
  readonly "login-warning": "username";
  readonly "password-changed": "username";
  readonly "address-changed": "username";
  readonly "account-suspended": "username" | "reason";
  readonly "listing-hidden": DecisionVariables;
  readonly "listing-rejected": DecisionVariables;
  readonly "listing-reported":
    | "listing_id"
    | "title"
    | "owner_id"
    | "reporter"
    | "reporter_id"
    | "report_id"
    | "details";
}

/** The names of all kinds of mail. */
export type MailName = keyof MailVariables;

/** All kinds of mail. A text begins with `Subject:` and an empty line. */
export const mailDeclarations: {
  readonly [Name in MailName]: MailDeclaration & {
    readonly variables: Readonly<Record<MailVariables[Name], MailVariable>>;
  };
} = {
  "password-reset": {
    about: "a user requested a new password",
    variables: { username, key, valid_minutes, link: linkVariable("MARKETPLACE_RESET_PAGE") },
    needs: ["key", "link"],
    text: `Subject: Your password reset key

A new password was requested for the account {{username}}.

{{#if link}}
Set a new password:

{{link}}
{{else}}
Your password reset key: {{key}}
{{/if}}

It works once, for {{valid_minutes}} minutes. If it was not you, ignore this mail: your password
stays the same.
`,
  },
  "email-verification": {
    about: "a user entered this address",
    variables: {
      username,
      key,
      valid_minutes,
      link: linkVariable("MARKETPLACE_VERIFICATION_PAGE"),
    },
    needs: ["key", "link"],
    text: `Subject: Verify your address

Somebody entered this address for the account {{username}}. Verify it if it was you.

{{#if link}}
Verify the address:

{{link}}
{{else}}
Your email verification key: {{key}}
{{/if}}

It works once, for {{valid_minutes}} minutes. If it was not you, ignore this mail. The account cannot
use the address until it is verified, and you can still use the address for your own account.
`,
  },
  "login-warning": {
    about: "100 logins of a user failed with a wrong password",
    variables: { username },
    text: `Subject: Many failed logins to your account

In the last hour, at least 100 logins as {{username}} failed with a wrong password.

None of these logins succeeded, and your sessions continue. If your password is easy to guess, or if
you use it elsewhere, set a new one. You get this warning at most once a day.
`,
  },
  "password-changed": {
    about: "the password of a user was changed",
    variables: { username },
    text: `Subject: Your password was changed

The password of {{username}} was changed, and other sessions were ended.

If it was not you, request a password reset now, and inform the administrator.
`,
  },
  "address-changed": {
    about: "the address of a user was changed; sent to the previous address",
    variables: { username },
    text: `Subject: Your address was changed

The account {{username}} now has another mail address. We send no more mail to this one.

If it was not you, inform the administrator now.
`,
  },
  "account-suspended": {
    about: "a moderator suspended a user",
    variables: { username, reason },
    text: `Subject: Your account was suspended

A moderator suspended the account {{username}}. Logins are blocked until a moderator lifts the
suspension.

Reason:

{{reason}}
`,
  },
  "listing-hidden": {
    about: "a moderator hid a listing; sent to its owner",
    variables: { listing_id, title, reason },
    text: `Subject: Your listing was hidden: {{title}}

A moderator hid your listing {{listing_id}}. It stays hidden until a moderator shows it
again. You can change it, and a moderator reviews the changes.

Title: {{title}}

Reason:

{{reason}}
`,
  },
  "listing-rejected": {
    about: "a moderator rejected a listing; sent to its owner",
    variables: { listing_id, title, reason },
    text: `Subject: Your listing was not published: {{title}}

Your listing {{listing_id}} was not published. It is a draft again: change it, and submit it
again.

Title: {{title}}

Reason:

{{reason}}
`,
  },
  "listing-reported": {
    about: "a user reported a listing; sent to the administrator",
    variables: {
      listing_id,
      title,
      owner_id: { about: "the user ID of the owner", sample: "42" },
      reporter: { about: "the username of the reporter", sample: "grace" },
      reporter_id: { about: "the user ID of the reporter", sample: "43" },
      report_id: { about: "the ID of the report", sample: "9" },
      details: {
        about: "what the reporter says",
        sample: "This engine was sold last year.\nThe picture is mine.",
        isLong: true,
      },
    },
    text: `Subject: Listing {{listing_id}} reported: {{title}}

Listing {{listing_id}} was reported.

Title: {{title}}
Owner: user {{owner_id}}
Reported by: {{reporter}} (user {{reporter_id}})
Report: {{report_id}}

Details:

{{details}}
`,
  },
};

/** The data for a mail: its kind, and the values of all its variables. */
export type MailContents = {
  readonly [Name in MailName]: {
    readonly mail: Name;
    readonly values: Readonly<Record<MailVariables[Name], string | number>>;
  };
}[MailName];
