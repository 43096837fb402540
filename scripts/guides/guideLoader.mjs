import { compileGuide } from './compileGuide.mjs';

/** Loader for webpack: compiles a guide's Markdown to a module that exports the article. */
export default function guideLoader(markdown) {
  return `export const article = ${JSON.stringify(compileGuide(markdown))};`;
}
