// Subpath `@specwright/cli/changesets`: what `.changeset/config.json` names as its changelog.

export { getDependencyReleaseLine, getReleaseLine } from "@specwright/diff/changelog/changesets";
