import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchPath } from 'react-router';
import { preloadManifest } from '../../../src/app/pages/preloadManifest';
import { routePatterns } from '../../../src/app/paths';
import { apiPaths, authPaths } from '../../../src/contract/paths';

const needs = preloadManifest((chunk) => [`/assets/${chunk}.js`], true);
const needsAt = (path: string) => needs.find(({ pattern }) => matchPath(pattern, path) !== null);

test('every route has what its first sight needs, and its own chunk', () => {
  expect(needs.map(({ pattern }) => pattern)).toEqual(Object.values(routePatterns));
  const pageFiles = readFileSync(join(__dirname, '../../../src/app/pages/pageFiles.ts'), 'utf8');
  const chunks = [...pageFiles.matchAll(/webpackChunkName: "(\w+)"/g)].map(([, name]) => `/assets/${name}.js`);
  expect(new Set(needs.map(({ scripts: [own] }) => own))).toEqual(new Set(chunks));
});

test('a project, which waits for its keys, has their file sent along', () => {
  expect(needsAt('/projects/p1/Sheet 1')?.scripts).toEqual(['/assets/project.js', '/assets/keys.js']);
  expect(needs.filter(({ scripts }) => scripts.length > 1)).toHaveLength(1);
});

test('everybody asks who they are; the rest is asked by who is signed in, with the parts of the address named', () => {
  for (const { everybody } of needs) expect(everybody).toEqual([authPaths.getSession]);
  expect(needsAt('/')?.signedIn).toEqual([apiPaths.projects]);
  expect(needsAt('/login')?.signedIn).toEqual([]);
  const asked = needsAt('/projects/p1/Sheet 1')?.signedIn.map((path) => path.replace(':projectId', 'p1'));
  expect(asked).toEqual([apiPaths.project('p1'), apiPaths.projectKeys('p1')]);
  expect(needsAt('/spreadsheets/d/s1')?.signedIn).toEqual(['/api/drive/spreadsheets/:sheetId']);
});

test('an API on another host is asked by the app alone', () => {
  for (const { everybody, signedIn } of preloadManifest(() => [], false))
    expect([...everybody, ...signedIn]).toEqual([]);
});
