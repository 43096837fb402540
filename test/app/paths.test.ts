import { isLocalPath, loginPath, pathnameOf, paths, rememberedPath, signInPagePath } from '../../src/app/paths';

it('encodes names of tabs', () => {
  expect(paths.project('k3v9', 'S&P 500/2025?', 'access')).toBe('/projects/k3v9/S%26P%20500%2F2025%3F?view=access');
  expect(paths.project('k3v9', '..')).toBe('/projects/k3v9/..%20');
});

it.each([
  ['/projects/new?x=1#y', '/projects/new'],
  ['/', '/'],
  ['', ''],
])('the path of %s is %s', (location, path) => {
  expect(pathnameOf(location)).toBe(path);
});

describe('the return path', () => {
  it.each(['/projects/new', '/usage?days=7', '/projects/k3v9/S%26P%20500?view=access#top'])('contains %s', (place) => {
    const login = loginPath(place);
    expect(pathnameOf(login)).toBe('/login');
    expect(rememberedPath(login)).toBe(place);
  });

  it('leaves out the sheet of the create page', () => {
    const login = loginPath(paths.createProjectWith('https://docs.google.com/spreadsheets/d/1abc'));
    expect(rememberedPath(login)).toBe('/projects/new');
  });

  it.each(['/', '/login', '/signup?from=%2Fusage', 'https://evil.example/', '//evil.example'])(
    'is left out at %s',
    (place) => expect(loginPath(place)).toBe('/login'),
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\b',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'projects',
    '',
    '/login?from=/login',
    '/signup',
  ])('is never "%s"', (from) => {
    expect(rememberedPath(`/login?from=${encodeURIComponent(from)}`)).toBe('/');
  });

  it('is the list of projects by default', () => {
    expect(rememberedPath('/login')).toBe('/');
    expect(rememberedPath('/login?other=1#from=/usage')).toBe('/');
  });

  it('stays when the person switches between login and signup', () => {
    expect(signInPagePath(paths.signup, '/login?from=%2Fusage')).toBe('/signup?from=%2Fusage');
    expect(signInPagePath(paths.login, '/signup')).toBe('/login');
  });

  it('accepts a single slash as local', () => expect(isLocalPath('/')).toBe(true));
});
