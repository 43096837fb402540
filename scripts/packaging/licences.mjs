import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of licence files in packages. */
const LICENCE = /^(licen[cs]e|copying|ofl)([.-].*)?$/i;

/**
 * Returns the folder of the package that a file belongs to.
 *
 * @param file path of a file, with slashes
 * @returns undefined for a file of this repository
 */
export function packageFolder(file) {
  const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
  return folder;
}

/** Returns the licence of a package. @throws Error if it declares none */
function licenceIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => LICENCE.test(file));
  if (files.length === 0 && typeof license !== 'string') throw new Error(`${name} names no licence.`);
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return { name, version, text: texts.length > 0 ? texts.join('\n\n') : `Its package.json says: ${license}` };
}

const LINE = '-'.repeat(80);

/**
 * Returns the text of the licences of packages, each version of a package once.
 *
 * @param folders absolute paths of the packages' folders
 */
export function licencesText(folders) {
  const found = [...folders].map(licenceIn).map(({ name, version, text }) => [`${name} ${version}`, text]);
  const sections = [...new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)))];
  const head = 'Tabpoint holds code, fonts and pictures of these packages, under the licences below.';
  return [head, ...sections.map(([title, text]) => `${LINE}\n${title}\n${LINE}\n\n${text}`)].join('\n\n') + '\n';
}
