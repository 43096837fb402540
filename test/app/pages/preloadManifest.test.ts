import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchPath } from 'react-router';
import { preloadManifest } from '../../../src/app/pages/preloadManifest';
import { routePatterns } from '../../../src/app/paths';
import { apiPaths, authPaths } from '../../../src/contract/paths';

const needs = preloadManifest((chunk) => [`/assets/${chunk}.js`], true);
const needsAt = (path: string) => needs.find(({ pattern }) => matchPath(pattern, path) !== null);

test('every route preloads its own chunk and initial data', () => {
  expect(needs.map(({ pattern }) => pattern)).toEqual(Object.values(routePatterns));
  const pageFiles = readFileSync(join(__dirname, '../../../src/app/pages/pageFiles.ts'), 'utf8');
  const chunks = [...pageFiles.matchAll(/webpackChunkName: "(\w+)"/g)].map(([, name]) => `/assets/${name}.js`);
  expect(new Set(needs.map(({ scripts: [own] }) => own))).toEqual(new Set(chunks));
});

test('a project also preloads the chunk of its keys, which it waits for', () => {
  expect(needsAt('/projects/p1/Sheet 1')?.scripts).toEqual(['/assets/project.js', '/assets/keys.js']);
  expect(needs.filter(({ scripts }) => scripts.length > 1)).toHaveLength(1);
});

test('every page requests the session; signed-in requests are added, with parameters of the URL', () => {
  for (const { everybody } of needs) expect(everybody).toEqual([authPaths.getSession]);
  expect(needsAt('/')?.signedIn).toEqual([apiPaths.projects]);
  expect(needsAt('/login')?.signedIn).toEqual([]);
  const requests = needsAt('/projects/p1/Sheet 1')?.signedIn.map((path) => path.replace(':projectId', 'p1'));
  expect(requests).toEqual([apiPaths.project('p1'), apiPaths.projectKeys('p1')]);
  expect(needsAt('/spreadsheets/d/s1')?.signedIn).toEqual(['/api/drive/spreadsheets/:sheetId']);
});

test('requests to an API on another host are left to the app', () => {
  for (const { everybody, signedIn } of preloadManifest(() => [], false))
    expect([...everybody, ...signedIn]).toEqual([]);
});
