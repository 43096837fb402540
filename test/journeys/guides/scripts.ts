import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { transformSync } from '@babel/core';

type Asked = (...given: readonly unknown[]) => Promise<unknown>;

/** Runs a function's text in the test's own realm. */
export const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
  ...code: string[]
) => Asked;

/** Runs a JavaScript module. @returns its output and its return value */
export async function runScript(code: string): Promise<{ readonly printed: string; readonly returned: unknown }> {
  const lines: string[] = [];
  const console = { log: (...words: readonly unknown[]) => void lines.push(words.map(String).join(' ')) };
  const returned = await new AsyncFunction('console', code)(console);
  return { printed: lines.join('\n'), returned };
}

/** Compiles TypeScript to JavaScript. @param file its name: `.tsx` may contain JSX */
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

/** Runs the programs of its standard input, JSON strings, one after the other, each with globals of its own. */
const PYTHON_HOST = `
import contextlib, io, json, sys, traceback
import requests
for line in sys.stdin:
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(json.loads(line), {'__name__': '__main__'})
        print(json.dumps({'printed': printed.getvalue()}), flush=True)
    except Exception:
        print(json.dumps({'failure': traceback.format_exc()}), flush=True)
`;

function startPython() {
  const child = spawn('python3', ['-c', PYTHON_HOST], { stdio: ['pipe', 'pipe', 'ignore'] });
  // Without Python, its standard input is closed.
  for (const emitter of [child, child.stdin]) emitter.on('error', () => undefined);
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

/** Started once: loading the library takes longer than running a program. */
let python: ReturnType<typeof startPython> | undefined;

/** Runs a Python program. @returns its output; undefined if Python or its library `requests` is not installed */
export async function runPython(program: string): Promise<string | undefined> {
  python ??= startPython();
  python.child.stdin.write(`${JSON.stringify(program)}\n`);
  const { value, done } = await python.lines.next();
  if (done === true) return undefined;
  const { printed, failure } = JSON.parse(value) as { printed?: string; failure?: string };
  if (printed === undefined) throw new Error(failure);
  return printed.trim();
}

export function endPython(): void {
  python?.child.stdin.end();
  python = undefined;
}

const execute = promisify(execFile);

/** The part of Google Apps Script that guides use: `UrlFetchApp`, which is synchronous, and so runs in a child process. */
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

/** Runs a Google Apps Script. @returns its output */
export async function runAppsScript(code: string): Promise<string> {
  const { stdout } = await execute(process.execPath, ['-e', `${APPS_SCRIPT}${code}`]);
  return stdout.trim();
}
