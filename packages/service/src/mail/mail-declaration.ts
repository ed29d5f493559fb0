import type { MailMarkup } from "./letter.ts";

export interface MailVariable {
  readonly about: string;
  /** A value for previews. */
  readonly sample: string | MailMarkup;
  /** Whether the value may have several lines. It is then quoted in plain text. */
  readonly isLong?: boolean;
}

/** A kind of mail. */
export interface MailDeclaration {
  /** Describes when the mail is sent, and to whom. */
  readonly about: string;
  readonly variables: Readonly<Record<string, MailVariable>>;
  /**
   * A list of variables. Each template must use at least one of them, because a mail without any of them is
   * useless.
   */
  readonly needs?: readonly string[];
  /** The built-in template of the subject and the plain text. */
  readonly text: string;
  /** The built-in template of the HTML part. Default: no HTML part. */
  readonly html?: string;
}

/** All kinds of mail of a service, by name. */
export type MailDeclarations = Readonly<Record<string, MailDeclaration>>;

/** A mail to be written: its kind, and the values of all its variables. */
export interface MailContents {
  readonly mail: string;
  readonly values: Readonly<Record<string, string | number | MailMarkup>>;
}
