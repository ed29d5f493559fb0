/** Options for `bundleSpecification`. */
export interface BundleOptions {
  /**
   * The side that the bundle is written from, if the document is written from the provider's.
   * `consumer` turns an AsyncAPI document round: what the provider sends, its consumer receives. An
   * OpenAPI document is the same for both. Default `provider`.
   */
  readonly perspective?: "provider" | "consumer";
  /**
   * Set to `true` to write every `$ref` as a JSON Pointer from the top of the document, for readers
   * that know neither `$id` nor anchors. Default `false`: references that need no change stay.
   */
  readonly pointersOnly?: boolean;
}
