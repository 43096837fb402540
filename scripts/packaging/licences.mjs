import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files in which packages keep their licence. */
const LICENCE = /^(licen[cs]e|copying|ofl)([.-].*)?$/i;

/**
 * Folder of the package that a file belongs to.
 *
 * @param file path of a file, with slashes
 * @returns undefined for a file of ours
 */
export function packageFolder(file) {
  const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
  return folder;
}

/** @throws Error where a package does not say what it may be used for */
function licenceIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => LICENCE.test(file));
  if (files.length === 0 && typeof license !== 'string') throw new Error(`${name} names no licence.`);
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return { name, version, text: texts.length > 0 ? texts.join('\n\n') : `Its package.json says: ${license}` };
}

const LINE = '-'.repeat(80);

/**
 * The licences of packages, as a text; of a package that is there twice in one version, once.
 *
 * @param folders absolute paths of their folders
 */
export function licencesText(folders) {
  const found = [...folders].map(licenceIn).map(({ name, version, text }) => [`${name} ${version}`, text]);
  const sections = [...new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)))];
  const head = 'Tabpoint holds code, fonts and pictures of these packages, under the licences below.';
  return [head, ...sections.map(([title, text]) => `${LINE}\n${title}\n${LINE}\n\n${text}`)].join('\n\n') + '\n';
}
