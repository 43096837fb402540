import { apiHosts, apiOrigin } from '../../../src/app/http/hosts';

const names = ['API_HOST', 'STAGING_API_HOST', 'TABPOINT_HOST'] as const;
const before = names.map((name) => [name, process.env[name]] as const);

const build = (values: Partial<Record<(typeof names)[number], string>>) => {
  for (const name of names) delete process.env[name];
  Object.assign(process.env, values);
};

afterEach(() => build(Object.fromEntries(before.filter(([, value]) => value !== undefined))));

const page = 'https://tabpoint.example';

it('uses the page’s own origin in production', () => {
  build({});
  expect(apiOrigin(page)).toBe(page);
  expect(apiHosts(page)).toEqual({ production: page, staging: undefined, local: 'http://localhost:4000' });
});

it.each([
  [{ API_HOST: 'https://api.example//' }, 'https://api.example'],
  [{ API_HOST: '', TABPOINT_HOST: '' }, page],
  [{ TABPOINT_HOST: 'production' }, page],
  [{ TABPOINT_HOST: 'local' }, 'http://localhost:4000'],
  [{ TABPOINT_HOST: 'staging', STAGING_API_HOST: 'https://staging.example' }, 'https://staging.example'],
])('reads %j', (values, origin) => {
  build(values);
  expect(apiOrigin(page)).toBe(origin);
});

it.each([
  [{ TABPOINT_HOST: 'staging' }, 'STAGING_API_HOST'],
  [{ TABPOINT_HOST: 'moon' }, 'production, staging or local'],
])('rejects %j and says what to do', (values, words) => {
  build(values);
  expect(() => apiOrigin(page)).toThrow(words);
});
