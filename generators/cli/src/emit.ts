// Subpath `@specwright/cli/emit`: the kit of authors of emitters.

export { emit } from "@specwright/emit/print";
