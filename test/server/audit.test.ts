import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdvisoryList, findingsIn, type Lock } from '../../scripts/audit/findings';
import { isAffected } from '../../scripts/audit/versions';

const read = <T>(path: string) => JSON.parse(readFileSync(join(__dirname, '../..', path), 'utf8')) as T;

const list = read<AdvisoryList>('scripts/audit/advisories.json');
const lock = read<Lock>('package-lock.json');
const { allowScripts } = read<{ allowScripts: Record<string, boolean> }>('package.json');

test('nothing is known against what is installed', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(findingsIn(lock, list, allowScripts)).toEqual([]);
});

const sound = { version: '1.21.1', integrity: 'sha512-x' };
const withPackage = (locked: object, name = 'axios'): Lock => ({
  packages: { '': {}, [`node_modules/a/node_modules/${name}`]: { ...sound, ...locked } },
});

test.each<[string, Lock, string]>([
  ['a version with a known hole', withPackage({ version: '1.8.1' }), 'CVE-2025-27152'],
  ['a package without a checksum', withPackage({ integrity: undefined }), 'no checksum'],
  ['a weak checksum', withPackage({ integrity: 'sha1-x' }), 'no checksum'],
  ['a package of a repository', withPackage({ resolved: 'git+ssh://git@example.com/a.git' }), 'registry'],
  ['a folder', withPackage({ link: true }), 'folder'],
  ['a script nobody allowed', withPackage({ hasInstallScript: true }), 'script'],
])('%s is found', (_what, planted, words) => {
  expect(findingsIn(planted, list, {}).join('\n')).toContain(words);
  expect(findingsIn(withPackage({}), list, {})).toEqual([]);
});

test.each([
  ['1.8.2', '>=1.0.0 <1.8.2', false],
  ['1.8.1', '>=1.0.0 <1.8.2', true],
  ['1.10.0', '<1.9.0', false],
  ['0.9.9', '>=1.0.0 <2.0.0 || <0.9.10', true],
  ['2.0.0-beta.1', '=2.0.0', true],
])('%s in %s: %s', (version, range, affected) => {
  expect(isAffected(version, range)).toBe(affected);
});

test('every advisory can be read', () => {
  for (const { affected } of list.advisories) expect(() => isAffected('1.0.0', affected)).not.toThrow();
  expect(() => isAffected('1.0.0', '^1.0.0')).toThrow('Not a range');
});
