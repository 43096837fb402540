import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { transformSync } from '@babel/core';

type Asked = (...given: readonly unknown[]) => Promise<unknown>;

/** Made by its text, in the test's own world. */
export const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
  ...code: string[]
) => Asked;

/** Runs a module of JavaScript. @returns what it printed, and what it returned */
export async function runScript(code: string): Promise<{ readonly printed: string; readonly returned: unknown }> {
  const lines: string[] = [];
  const console = { log: (...words: readonly unknown[]) => void lines.push(words.map(String).join(' ')) };
  const returned = await new AsyncFunction('console', code)(console);
  return { printed: lines.join('\n'), returned };
}

/** TypeScript as JavaScript. @param file its name: `.tsx` has elements of React in it */
export function withoutTypes(code: string, file: 'code.ts' | 'code.tsx'): string {
  const isModule = file === 'code.tsx';
  const result = transformSync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { allowReturnOutsideFunction: true },
    presets: [
      ...(isModule ? [['@babel/preset-env', { targets: { node: 'current' }, modules: 'commonjs' }]] : []),
      ...(isModule ? [['@babel/preset-react', { runtime: 'automatic' }]] : []),
      ['@babel/preset-typescript', { onlyRemoveTypeImports: false }],
    ],
  });
  return result?.code ?? '';
}

/** Whether this machine can run the programs of the guides: Python with the `requests` library. */
export const hasPython = spawnSync('python3', ['-c', 'import requests']).status === 0;

const execute = promisify(execFile);

/** Runs a program of Python. @returns what it printed */
export async function runPython(program: string): Promise<string> {
  const { stdout } = await execute('python3', ['-c', program]);
  return stdout.trim();
}

/**
 * What Google Apps Script has beside the language, as far as guides use it: `UrlFetchApp`, which waits for its answer. So it does
 * here, in a process of its own that calls for real.
 */
const APPS_SCRIPT = `
const { spawnSync } = require('node:child_process');
const UrlFetchApp = {
  fetch(url, { method = 'get', headers = {}, contentType, payload, muteHttpExceptions = false } = {}) {
    const sent = { method: method.toUpperCase(), body: payload };
    sent.headers = contentType === undefined ? headers : { ...headers, 'Content-Type': contentType };
    const ask = 'fetch(...JSON.parse(process.argv[1])).then(async (res) => {' +
      'process.stdout.write(JSON.stringify({ status: res.status, text: await res.text() })) })';
    const { stdout } = spawnSync(process.execPath, ['-e', ask, JSON.stringify([url, sent])]);
    const { status, text } = JSON.parse(stdout);
    if (status >= 400 && !muteHttpExceptions) throw new Error('Request failed, returned code ' + status);
    return { getResponseCode: () => status, getContentText: () => text };
  },
};
`;

/** Runs a script of Google Apps Script. @returns what it printed */
export async function runAppsScript(code: string): Promise<string> {
  const { stdout } = await execute(process.execPath, ['-e', `${APPS_SCRIPT}${code}`]);
  return stdout.trim();
}
