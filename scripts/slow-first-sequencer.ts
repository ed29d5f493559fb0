import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose tests start processes and wait for them, even if their files are short. */
const slowFolders = ["e2e", "faults", "outages", "release", "simulation"].map(
  (name) => `test/${name}/`,
);

/**
 * Runs the slow files of each project first. By default the longest files come first; a short file that
 * takes a minute would then run last, while the other workers are idle.
 */
export class SlowFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))];
    });
  }
}

function isSlow({ moduleId, project }: TestSpecification): boolean {
  const path = relative(project.config.root, moduleId);
  return slowFolders.some((folder) => path.startsWith(folder));
}
