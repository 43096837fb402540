import { fetchPageAt, pageFiles } from '../../../src/app/pages/pageFiles';
import { routePatterns } from '../../../src/app/paths';

type Name = keyof typeof pageFiles;

const names = Object.keys(routePatterns) as Name[];

test.each(names)('the file of the route %s exports its page', async (name) => {
  const { default: page } = await pageFiles[name]();
  expect(typeof page).toBe('function');
});

describe('the first page of the app', () => {
  const fetchedAt = (pathname: string) => {
    const fetched: string[] = [];
    const spies = names.map((name) =>
      jest.spyOn(pageFiles, name).mockImplementation(() => {
        fetched.push(name);
        return Promise.reject(new Error('offline'));
      }),
    );
    void fetchPageAt(pathname);
    for (const spy of spies) spy.mockRestore();
    return fetched;
  };

  it.each([
    ['/', 'projects'],
    ['/login', 'login'],
    ['/projects/new', 'createProject'],
    ['/projects/a1/Sheet%201', 'project'],
    ['/learn', 'learn'],
    ['/learn/read', 'guide'],
  ])('%s fetches %s only', (pathname, name) => {
    expect(fetchedAt(pathname)).toEqual([name]);
  });

  it('is unknown for an unknown URL', () => {
    expect(fetchedAt('/nowhere/at/all')).toEqual([]);
  });
});
