/** Says where files are in a store that speaks S3. */
export interface S3Location {
  /** Of the bucket, without a slash at the end; path-style. */
  readonly bucketUrl: string;
  /** Goes before each name; empty or with a slash at the end. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Reads `s3://KEY:SECRET@host[:port]/bucket[/folder][?region=eu-west-1]`, or `s3+http://` for one
 * without TLS. Gives nothing for what is not one.
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
