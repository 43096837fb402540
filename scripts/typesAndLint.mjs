import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { diagnosticsOf, programsOf, told } from './code/programs.mjs';

/**
 * What `npm run types` and `npm run lint` say, in one process: ESLint's rules ask for the very types that the compiler has
 * found, so that they are found once instead of four times.
 *
 * Its argument is a file for how many of the four checks have passed.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const [report] = process.argv.slice(2);

const parts = programsOf(root);
const found = parts.map(diagnosticsOf);
if (found.some((diagnostics) => diagnostics.length > 0)) console.error(told(root, found.flat()));

const programs = parts.map(({ program }) => program);
const typed = { files: ['**/*.{ts,mts,tsx}'], languageOptions: { parserOptions: { projectService: false, programs } } };
const eslint = new ESLint({ cwd: root, overrideConfig: [typed] });
const results = await eslint.lintFiles(['.']);
const formatter = await eslint.loadFormatter('stylish');
const text = await formatter.format(results);
if (text !== '') console.error(text);

const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
const checks = [...found.map((diagnostics) => diagnostics.length === 0), isClean];
const failed = checks.filter((isRight) => !isRight).length;
if (report !== undefined) writeFileSync(report, JSON.stringify({ passed: checks.length - failed, failed }));
process.exitCode = failed > 0 ? 1 : 0;
