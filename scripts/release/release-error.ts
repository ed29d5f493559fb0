/** What stopped a release, and what to do about it. */
export class ReleaseError extends Error {
  override readonly name = "ReleaseError";
  /** The steps that let the release go on. */
  readonly fix: string;

  constructor(message: string, fix: string, options?: ErrorOptions) {
    super(message, options);
    this.fix = fix;
  }
}
