import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installOwnPackages } from '../fixtures/ownPackages';
import { startProduct, stopProduct } from '../fixtures/product';
import { publishedProject } from './project';

/**
 * `npm run test:clients`: tests the built product with third-party clients. Each is a script in a folder below; arguments select
 * some. The last line of its output is its result; it exits with 77 if its requirements are not installed.
 */
const SKIPPED = 77;

const clients = ['generators', 'libraries', 'services']
  .flatMap((folder) => readdirSync(join(__dirname, folder)).map((file) => join(folder, file)))
  .filter((file) => /\.client\.(?:mjs|py)$/.test(file));
const words = process.argv.slice(2);
const nameOf = (file: string) => basename(file).replace(/\.client\.\w+$/, '');
const chosen = clients.filter((file) => words.length === 0 || words.includes(nameOf(file)));

/** Debian's Python, for which Debian's packages are installed. */
const commandOf = (file: string) => (file.endsWith('.py') ? '/usr/bin/python3' : process.execPath);

async function run(file: string, environment: Record<string, string>): Promise<'passed' | 'skipped' | 'failed'> {
  const command = commandOf(file);
  if (!existsSync(command)) {
    console.log(`${nameOf(file)}: skipped, as ${command} is not installed`);
    return 'skipped';
  }
  const child = spawn(command, [join(__dirname, file)], { env: { ...process.env, ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const result = code === 0 ? 'passed' : code === SKIPPED ? 'skipped' : 'failed';
  const said = result === 'failed' ? output : (output.trim().split('\n').at(-1) ?? '');
  console.log(`${nameOf(file)}: ${result === 'passed' ? '' : `${result}, `}${said}`);
  return result;
}

async function main() {
  const unknown = words.filter((word) => !clients.some((file) => nameOf(file) === word));
  if (unknown.length > 0)
    throw new Error(`There is no client ${unknown.join(', ')}: ${clients.map(nameOf).join(', ')}.`);
  installOwnPackages(__dirname);
  const results: string[] = [];
  for (const file of chosen) {
    // Each has a project and a server of its own, with unused rate limits.
    const product = await startProduct({ LOG_LEVEL: 'warn', ...JSON.parse(environmentOf(file)) });
    try {
      results.push(await run(file, await publishedProject(product.url)));
    } finally {
      await stopProduct(product);
    }
  }
  const count = (result: string) => results.filter((one) => one === result).length;
  console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  process.exitCode = count('failed') > 0 ? 1 : 0;
}

/** Settings of a client's server, from a first line such as `// server: {"PUBLIC_URL": "…"}`. */
const environmentOf = (file: string) =>
  /^(?:\/\/|#) server: (\{.*\})$/m.exec(readFileSync(join(__dirname, file), 'utf8'))?.[1] ?? '{}';

void main();
