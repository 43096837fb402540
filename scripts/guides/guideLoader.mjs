import { compileGuide } from './compileGuide.mjs';

/** For webpack: a guide's Markdown as a module that exports what the app shows of it. */
export default function guideLoader(markdown) {
  return `export const article = ${JSON.stringify(compileGuide(markdown))};`;
}
