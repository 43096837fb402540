import { apiPaths, authPaths, driveSheetPath, endpointPath } from '../../src/contract/paths';

test('the paths of the specification, section 7', () => {
  expect(apiPaths.projects).toBe('/api/projects');
  expect(apiPaths.project('abc')).toBe('/api/projects/abc');
  expect(apiPaths.projectsSync).toBe('/api/projects/sync');
  expect(apiPaths.projectUpdate('abc')).toBe('/api/projects/abc/update');
  expect(apiPaths.projectsCheck).toBe('/api/projects/check');
  expect(authPaths.getSession).toBe('/api/auth/get-session');
  expect(authPaths.signOut).toBe('/api/auth/sign-out');
});

test('a name chosen by a person cannot add a path segment to a URL', () => {
  expect(endpointPath('p', 'S&P 500/../x?y#z')).toBe('/v1/p/S%26P%20500%2F..%2Fx%3Fy%23z');
  expect(apiPaths.project('../about')).toBe('/api/projects/..%2Fabout');
  expect(driveSheetPath('tpd_a/b')).toBe('/spreadsheets/d/tpd_a%2Fb');
});
