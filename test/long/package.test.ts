import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { version } from '../../package.json';
import { apiPaths } from '../../src/contract/paths';
import { SQLITE_FILE } from '../../src/server/database/sqlite';
import { newerNode } from '../fixtures/newerNode';
import { buildSpawnable, type BuiltServer, EMAIL, get, post, signIn, signUp } from '../fixtures/spawned';

/*
 * The npm package as installed in an empty folder: its files, and that it runs with them alone. Its dependencies are copied from
 * here instead of being downloaded, exactly those of its shrinkwrap.
 */
const root = resolve(__dirname, '../..');
const archive = join(root, `dist/tabpoint-${version}.tgz`);

let folder: string;
let built: BuiltServer;
const inPackage = (path: string) => join(folder, 'package', path);
const read = (path: string) => readFileSync(inPackage(path), 'utf8');

function install() {
  execFileSync(process.execPath, [join(root, 'scripts/package.mjs')], { stdio: 'ignore' });
  execFileSync('tar', ['xf', archive, '-C', folder]);
  const { packages } = JSON.parse(read('npm-shrinkwrap.json')) as { packages: Record<string, { optional?: boolean }> };
  for (const [place, { optional }] of Object.entries(packages)) {
    if (place === '' || /node_modules\/.*node_modules\//.test(place)) continue;
    try {
      cpSync(join(root, place), inPackage(place), { recursive: true });
    } catch (error) {
      if (optional !== true) throw error;
    }
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tabpoint-package-'));
  install();
  built = await buildSpawnable({ script: inPackage('bin/tabpoint.cjs'), node: newerNode() });
});
afterAll(async () => {
  await built.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('the package contains', () => {
  const names = () => execFileSync('tar', ['tf', archive], { encoding: 'utf8' }).trim().split('\n');

  test('built files, without maps, tests or sources', () => {
    const tops = new Set(names().map((name) => name.split('/').slice(0, 2).join('/')));
    expect([...tops].sort()).toEqual(
      [
        ...['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.txt', 'app', 'bin', 'npm-shrinkwrap.json', 'package.json'],
        'server',
      ].map((name) => `package/${name}`),
    );
    expect(names().filter((name) => /\.(map|ts|tsx)$|\.map\./.test(name))).toEqual([]);
    expect(names()).toEqual(expect.arrayContaining(['package/server/worker.js', 'package/app/index.html']));
  });

  test('licences of bundled packages, none of them empty', () => {
    const licences = read('THIRD-PARTY-LICENSES.txt');
    for (const name of ['fastify 5', 'react-dom 19', '@fontsource-variable/inter 5', 'saxes 6', 'd3-scale 4']) {
      expect(licences).toContain(`\n${name}`);
    }
    expect(licences).toMatch(/SIL OPEN FONT LICENSE/);
    expect(licences).not.toMatch(/\nwebpack \d|\nhtml-webpack-plugin \d/);
    expect(licences).not.toMatch(/-{80}\n\n+-{80}/);
  });

  test('exactly the packages of the lock file', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const { packages: wrapped } = JSON.parse(read('npm-shrinkwrap.json')) as { packages: Record<string, object> };
    const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as typeof wrapped & {
      packages: Record<string, object>;
    };
    for (const [place, entry] of Object.entries(wrapped)) if (place !== '') expect(entry).toEqual(locked[place]);
    for (const [name, wanted] of Object.entries(dependencies)) {
      expect(wrapped[`node_modules/${name}`]).toMatchObject({ version: wanted.split('@').at(-1) });
    }
    expect(Object.keys(wrapped).filter((place) => 'dev' in (wrapped[place] ?? {}))).toEqual([]);
  });
});

test('it serves a workbook in an empty folder, backs it up, and restores it', async () => {
  const server = await built.start({ NODE_ENV: undefined });
  expect(server.output()).toContain('Tabpoint is ready at');
  expect(await (await fetch(server.url, { headers: { accept: 'text/html' } })).text()).toContain('<title>');
  const cookie = await signUp(server);
  const body = new FormData();
  body.append('file', new Blob(['name,price\nAssam,4\nDarjeeling,7\n']), 'teas.csv');
  const { spreadsheet } = await (await post(server, apiPaths.driveSpreadsheets, body, cookie)).json();
  const made = await post(server, apiPaths.projectsSync, { sheetId: spreadsheet.id }, cookie);
  const { project } = await made.json();
  const rows = () => get(server, apiPaths.projectTabRows(project.id, project.tabs[0].sheetId), cookie);
  expect(await rows()).toMatchObject({
    data: [
      { name: 'Assam', price: 4 },
      { name: 'Darjeeling', price: 7 },
    ],
  });

  const backup = join(folder, 'a-backup');
  expect(await built.command(['backup', backup])).toMatchObject({ code: 0 });
  await server.end('SIGTERM');
  await rename(join(built.dataDir, SQLITE_FILE), join(folder, 'former'));
  expect(await built.command(['restore', backup])).toMatchObject({ code: 0 });
  expect(await built.admin(['reset-password', EMAIL], 'another horse battery\n')).toMatchObject({ code: 0 });
  const again = await built.start();
  expect((await signIn(again, 'another horse battery')).status).toBe(200);
});

test('it prints its version, and its required version to a Node that is too old', () => {
  const script = inPackage('bin/tabpoint.cjs');
  expect(spawnSync(newerNode(), [script, '--version'], { encoding: 'utf8' }).stdout).toBe(`${version}\n`);
  const older = `Object.defineProperty(process.versions, 'node', { value: '20.19.0' }); require(${JSON.stringify(script)})`;
  const { status, stderr } = spawnSync(newerNode(), ['-e', older], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Tabpoint needs Node 22 or newer; this is Node 20.19.0.\n',
  });
});
