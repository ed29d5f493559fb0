import { type Release, releaseKey } from "@specwright/diff/changelog";
import { searchScript } from "../assets/search-script.ts";
import { changelogPages } from "../changes/changelog-pages.ts";
import { comparePages } from "../changes/compare-pages.ts";
import {
  type ComparedVersions,
  namedVersion,
  versionFolder,
} from "../changes/compared-versions.ts";
import { interfaceFolder } from "../changes/interfaces-page.ts";
import { type ReferenceIndex, referenceIndex } from "../changes/reference-index.ts";
import { type FindSource, sourceFinder } from "../changes/source-file.ts";
import { versionChangesPages } from "../changes/version-changes-pages.ts";
import { versionTitle } from "../changes/version-name.ts";
import { versionsPage } from "../changes/versions-page.ts";
import type { Frame } from "../frame/frame.ts";
import {
  type FramedInterface,
  interfaceFrame,
  staticFeeds,
  versionFrame,
} from "../frame/interface-frames.ts";
import { referencePages } from "../pages/reference-pages.ts";
import { referencePaths } from "../pages/reference-paths.ts";
import { documentPath } from "../paths/document-path.ts";
import type { SitePage } from "../paths/site-page.ts";
import { type NavigationGroup, referenceNavigation } from "../reference/navigation.ts";
import { interfaceLlmsText, type ListedPage } from "../search/llms-text.ts";
import type { FoundEntry } from "../search/rank-entries.ts";
import { searchIndexFiles, searchIndexPath } from "../search/search-index-files.ts";
import { staticSearchPage } from "../search/search-page.ts";
import { firstSentence } from "../text/plain-text.ts";
import { type ComparedPair, comparedPairs } from "./compared-pairs.ts";
import { pageFiles } from "./page-files.ts";
import type { SiteFile, SiteInterface, SiteVersion, WholeSiteOptions } from "./site-interface.ts";
import { consolePolicy, sitePolicy } from "./site-policy.ts";

/** The name of the file with the settings of a console. It is in the folder of the interface. */
const consoleSettings = "console.json";

/** A version, with the data that its own pages and the pages of other versions need. */
interface PreparedVersion extends SiteVersion {
  readonly reference: ReferenceIndex;
  readonly navigation: readonly NavigationGroup[];
  readonly source?: FindSource;
  /** The paths of the reference pages of this version. */
  readonly paths: ReadonlySet<string>;
}

interface PreparedInterface {
  readonly folder: string;
  readonly site: SiteInterface;
  readonly options: WholeSiteOptions;
  /** The versions, the oldest first. */
  readonly versions: readonly PreparedVersion[];
  readonly newest: PreparedVersion;
  readonly pairs: readonly ComparedPair[];
  readonly framed: FramedInterface;
}

/** Writes all files of an interface into the folder of the interface. */
export function* interfaceFiles(
  site: SiteInterface,
  options: WholeSiteOptions,
): Generator<SiteFile, void, undefined> {
  const prepared = prepareInterface(site, options);
  if (prepared === undefined) return;
  const listed: ListedPage[] = [];
  const entries: FoundEntry[] = [];
  const addEntries = (page: SitePage, folder: string, title: string): void => {
    for (const each of page.search) entries.push({ ...each, path: folder + page.path, title });
  };
  const { framed, newest, folder } = prepared;
  const console = options.consoles?.interfaces.get(site.owner.id);
  const frame = (page: SitePage): Frame => {
    const made = interfaceFrame(page, framed, newest.navigation);
    // The content security policy allows connections to servers only on pages with a console.
    const isFramed = made.console !== undefined && console !== undefined;
    return isFramed ? { ...made, policy: consolePolicy(console.connectSources) } : made;
  };
  if (console !== undefined) yield { path: folder + consoleSettings, text: console.settings };
  const own = folder + versionFolder(releaseKey(newest.release));
  for (const page of referenceOf(newest, prepared)) {
    listed.push({ ...page });
    addEntries(page, "", page.title);
    yield* pageFiles(page, frame(page), folder);
    const framedPage = versionFrame(page, newest.release, framed, newest.navigation);
    yield* pageFiles(page, framedPage, own);
  }
  for (const page of interfacePages(prepared)) {
    listed.push({ ...page });
    addEntries(page, "", page.title);
    yield* pageFiles(page, frame(page), folder);
  }
  // If several changes have the same search score, the change of the newest version comes first.
  for (const version of prepared.versions.toReversed()) {
    yield* versionFiles(version, prepared, addEntries);
  }
  for (const page of listComparisons(prepared)) yield* pageFiles(page, frame(page), folder);
  const { info } = newest.contract;
  const description = firstSentence(info.summary ?? info.description ?? "");
  const llms = interfaceLlmsText({ title: site.owner.title, description }, listed);
  yield { path: `${folder}llms.txt`, text: llms };
  const page = staticSearchPage();
  yield* pageFiles(page, { ...frame(page), scripts: [searchScript.name] }, folder);
  for (const { path, text } of searchIndexFiles(entries)) yield { path: folder + path, text };
}

function prepareInterface(
  site: SiteInterface,
  options: WholeSiteOptions,
): PreparedInterface | undefined {
  const versions = site.versions.map((version): PreparedVersion => {
    const { contract, files } = version;
    return {
      ...version,
      reference: referenceIndex(contract),
      ...(files !== undefined && { source: sourceFinder(files) }),
      navigation: referenceNavigation(contract),
      paths: referencePaths(contract),
    };
  });
  const newest =
    versions.find(({ release }) => releaseKey(release) === site.newest) ?? versions.at(-1);
  if (newest === undefined) return undefined;
  const byKey = new Map(versions.map((each) => [releaseKey(each.release), each]));
  const newestFirst = versions.map(({ release }) => release).reverse();
  const { baseUrl, brand, language, consoles } = options;
  return {
    folder: interfaceFolder(site.owner),
    site,
    options,
    versions,
    newest,
    pairs: comparedPairs(site.versions, options.maxCompared ?? 10),
    framed: {
      owner: site.owner,
      releases: [newest.release, ...newestFirst.filter((each) => each !== newest.release)],
      hasPage: (release, path) => byKey.get(releaseKey(release))?.paths.has(path) ?? false,
      documentFiles: (release) =>
        byKey.get(releaseKey(release))?.files?.map(({ path }) => path) ?? [],
      policy: sitePolicy,
      searchIndex: searchIndexPath,
      ...(baseUrl !== undefined && { baseUrl, feeds: staticFeeds(site.owner) }),
      ...(brand !== undefined && { brand }),
      ...(language !== undefined && { language }),
      ...(consoles?.interfaces.has(site.owner.id) && {
        console: { script: consoles.script, settings: consoleSettings },
      }),
    },
  };
}

/** Writes the pages about all versions. */
function* interfacePages(prepared: PreparedInterface): Generator<SitePage, void, undefined> {
  const { site, pairs, versions } = prepared;
  const releases = versions.map(({ release }) => release);
  yield* changelogPages(site.owner, releases);
  const compared = new Set(pairs.map(({ base, head }) => pairKey(base.release, head.release)));
  const hasFiles = versions.some(({ files = [] }) => files.length > 0);
  yield versionsPage(site.owner, releases, {
    isCompared: (base, head) => compared.has(pairKey(base, head)),
    ...(hasFiles && {
      documentPath: (release) => {
        const [entry] = versions.find((each) => each.release === release)?.files ?? [];
        return entry && versionFolder(releaseKey(release)) + documentPath(entry.path);
      },
    }),
  });
}

function referenceOf(
  { contract }: PreparedVersion,
  { site, options }: PreparedInterface,
): Iterable<SitePage> {
  const sdkPackage = options.sdkPackage?.(site.owner);
  return referencePages(contract, { ...(sdkPackage !== undefined && { sdkPackage }) });
}

function* versionFiles(
  version: PreparedVersion,
  prepared: PreparedInterface,
  collect: (page: SitePage, folder: string, title: string) => void,
): Generator<SiteFile, void, undefined> {
  const { release, reference, navigation, files = [] } = version;
  const { framed, folder, versions, newest } = prepared;
  const own = versionFolder(releaseKey(release));
  const write = (page: SitePage): readonly SiteFile[] =>
    pageFiles(page, versionFrame(page, release, framed, navigation), folder + own);
  // The caller has already written the reference pages of the newest version, because they are in two
  // folders.
  if (version !== newest) for (const page of referenceOf(version, prepared)) yield* write(page);
  const base = versions.find((each) => releaseKey(each.release) === release.previous);
  const compared: ComparedVersions = {
    base: base && namedVersion(base.release, base.reference, base.source),
    revision: namedVersion(release, reference, version.source),
  };
  for (const page of versionChangesPages(release, compared)) {
    collect(page, own, versionTitle(release));
    yield* write(page);
  }
  for (const { path, text } of files) yield { path: folder + own + documentPath(path), text };
}

function* listComparisons({
  pairs,
  versions,
}: PreparedInterface): Generator<SitePage, void, undefined> {
  const referenceOfVersion = new Map(versions.map((each) => [each.release, each.reference]));
  for (const { base, head, changes } of pairs) {
    const side = ({ release }: SiteVersion) => ({
      release,
      reference: referenceOfVersion.get(release) ?? new Map(),
    });
    yield* comparePages({ base: side(base), head: side(head), changes: changes() });
  }
}

function pairKey(base: Release, head: Release): string {
  return JSON.stringify([releaseKey(base), releaseKey(head)]);
}
