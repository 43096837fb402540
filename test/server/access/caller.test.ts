import { ANYONE, type Caller, hasScope, mayRead, mayWrite, OWNER } from '../../../src/server/access/caller';
import { Refusal } from '../../../src/server/refusal';
import type { KeyScope } from '../../../src/contract/scopes';

const project = (access: 'public' | 'private') => ({ id: 'p', access });
const tab = { id: 't1', title: 'beans', key_column: null };
const other = { ...tab, id: 't2', title: 'orders' };
const key = (scopes: KeyScope[], tabs?: string[]): Caller => ({
  kind: 'key',
  keyId: 'k',
  scopes: new Set(scopes),
  hiddenColumns: new Map(),
  ...(tabs && { tabs: new Set(tabs) }),
});

/** Returns status and code of the refusal that is thrown, or an empty string. */
function refusalOf(work: () => void): string {
  try {
    work();
    return '';
  } catch (error) {
    return error instanceof Refusal ? `${error.status} ${error.code}` : String(error);
  }
}

const writing = ['create', 'update', 'delete'] as const;

it.each(writing)('without a key nobody can %s, not even in a public project', (scope) => {
  for (const access of ['public', 'private'] as const) {
    expect(refusalOf(() => mayWrite(ANYONE, project(access), tab, scope))).toBe('401 key_required');
  }
});

it.each(writing)('a key needs the scope for %s, and the refusal names it', (scope) => {
  const others = (['read', 'schema', ...writing] as const).filter((each) => each !== scope);
  expect(refusalOf(() => mayWrite(key([scope]), project('private'), tab, scope))).toBe('');
  expect(refusalOf(() => mayWrite(key(others), project('public'), tab, scope))).toBe('403 missing_scope');
  expect(() => mayWrite(key(others), project('public'), tab, scope)).toThrow(`“${scope}”`);
});

it('a tab outside the key’s tabs does not exist for it, whatever its scopes', () => {
  const bound = key(['create'], [tab.id]);
  expect(refusalOf(() => mayWrite(bound, project('private'), tab, 'create'))).toBe('');
  expect(refusalOf(() => mayWrite(bound, project('private'), other, 'create'))).toBe('404 not_found');
  expect(refusalOf(() => mayWrite(bound, project('private'), other, 'delete'))).toBe('404 not_found');
  expect(refusalOf(() => mayRead(bound, project('public'), other))).toBe('404 not_found');
});

it('read includes schema, but not the other way round', () => {
  expect(refusalOf(() => mayRead(key(['read']), project('private'), tab, 'schema'))).toBe('');
  expect(refusalOf(() => mayRead(key(['schema']), project('private'), tab, 'schema'))).toBe('');
  expect(refusalOf(() => mayRead(key(['schema']), project('private'), tab))).toBe('403 missing_scope');
  expect(hasScope(key(['create']), 'schema')).toBe(false);
});

it('the owner can do everything', () => {
  for (const scope of writing) expect(refusalOf(() => mayWrite(OWNER, project('private'), tab, scope))).toBe('');
  expect(refusalOf(() => mayRead(OWNER, project('private'), tab))).toBe('');
});
