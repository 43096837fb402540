import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdvisoryList, findingsIn, type Lock } from './audit/findings';

/** `npm run audit`: holds what is installed against the kept list of advisories. It needs no network. */
const root = join(__dirname, '..');
const read = <T>(path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

const lock = read<Lock>('package-lock.json');
const list = read<AdvisoryList>('scripts/audit/advisories.json');
const { allowScripts } = read<{ allowScripts: Record<string, boolean> }>('package.json');
const findings = findingsIn(lock, list, allowScripts);

console.log(
  `${Object.keys(lock.packages).length - 1} packages, ${list.advisories.length} advisories of ${list.changed}`,
);
console.log(findings.length === 0 ? 'nothing found' : findings.join('\n'));
process.exitCode = findings.length === 0 ? 0 : 1;
