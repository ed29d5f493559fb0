/** The location of a bucket or folder in an S3-compatible store. */
export interface S3Location {
  /** The path-style URL of the bucket, without a trailing slash. */
  readonly bucketUrl: string;
  /** The prefix of each name. It is empty or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Parses `s3://KEY:SECRET@host[:port]/bucket[/folder][?region=eu-west-1]`. With `s3+http://`, the
 * connection does not use TLS. Returns undefined if the text does not have this form.
 */
export function readS3Url(text: string): S3Location | undefined {
  const url = URL.parse(text);
  const scheme = url?.protocol === "s3:" ? "https" : "http";
  if (url === null || !/^s3(\+http)?:$/.test(url.protocol) || url.host === "") return undefined;
  const [bucket = "", ...folders] = url.pathname.slice(1).replace(/\/$/, "").split("/");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return undefined;
  if (folders.some((folder) => !/^[A-Za-z0-9_-]+$/.test(folder))) return undefined;
  if (url.username === "" || url.password === "") return undefined;
  return {
    bucketUrl: `${scheme}://${url.host}/${bucket}`,
    prefix: folders.map((folder) => `${folder}/`).join(""),
    region: url.searchParams.get("region") ?? "us-east-1",
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}
