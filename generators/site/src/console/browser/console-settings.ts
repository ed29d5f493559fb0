/**
 * The settings of the console in a page. The site serves the settings as JSON. All URLs may be relative.
 */
export interface ConsoleSettings {
  /** The URL of the module that renders the console. */
  readonly module: string;
  /** The URL of the console's style sheet. */
  readonly style: string;
  /**
   * The URL of the bundle with a generated client. This client validates requests before it sends them.
   */
  readonly sdk?: string;
  /** The base URL of the server that the console calls. */
  readonly server: string;
  /** The URL that issues tickets. Set if a relay signs connections for browsers. */
  readonly tickets?: string;
}
