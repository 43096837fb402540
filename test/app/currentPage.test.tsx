import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { pageNameAt, usePageParams, useQueryParameters } from '../../src/app/currentPage';
import { paths } from '../../src/app/paths';

/** The value that a hook returns in a page at a URL. */
function hookAt<Value>(address: string, hook: () => Value): Value {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  );
  return renderHook(hook, { wrapper }).result.current;
}

describe('the page at a pathname', () => {
  it.each([
    ['/', 'projects'],
    ['/projects/new', 'createProject'],
    ['/projects/new/', 'createProject'],
    ['/projects/new/data', 'project'],
    ['/Learn', 'learn'],
    ['/%6Cearn/read', 'guide'],
    ['/learn/a%2Fb', 'guide'],
    ['/projects/k3v9/100%', 'project'],
  ])('%s → %s', (pathname, name) => {
    expect(pageNameAt(pathname)).toBe(name);
  });

  it.each(['/projects', '/learn/read/more', '/nowhere'])('%s is none', (pathname) => {
    expect(pageNameAt(pathname)).toBeUndefined();
  });
});

describe('parameters in the URL of the page', () => {
  it.each(['S&P 500/2025?', 'Löhne', '50%25', 'a#b'])('a tab named %s', (tabName) => {
    const params = hookAt(paths.project('k3v9', tabName), () => usePageParams('project'));
    expect(params).toEqual({ projectId: 'k3v9', tabName });
  });

  it('an invalid encoding is returned as it is', () => {
    expect(hookAt('/spreadsheets/d/100%', () => usePageParams('driveSheet'))).toEqual({ sheetId: '100%' });
  });

  it('another page has none', () => {
    expect(hookAt('/usage', () => usePageParams('guide'))).toEqual({});
  });

  it('the search query', () => {
    expect(hookAt('/projects/a/b?view=api&call=list#x', useQueryParameters).get('call')).toBe('list');
  });
});
