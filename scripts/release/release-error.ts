/** The reason why a release stopped, and the steps to continue. */
export class ReleaseError extends Error {
  override readonly name = "ReleaseError";
  /** The steps to continue the release. */
  readonly fix: string;

  constructor(message: string, fix: string, options?: ErrorOptions) {
    super(message, options);
    this.fix = fix;
  }
}
