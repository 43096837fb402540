import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Column } from '../../../src/contract/rows';
import type { Project } from '../../../src/contract/projects';
import { projectOf } from '../../fixtures/appState';
import { guideFailed } from '../../../src/app/learn/learnSlice';
import { appTests, openApp } from '../../fixtures/openApp';

appTests();
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const codeUnder = (name: string | RegExp) => {
  const title = screen.getByRole('heading', { level: 2, name });
  let block = title.nextElementSibling;
  while (block && block.querySelector('pre') === null) block = block.nextElementSibling;
  return block?.querySelector('pre')?.textContent ?? '';
};

const tab: Project['tabs'][number] = {
  ...(projectOf().tabs[0] as Project['tabs'][number]),
  ...{ sheetId: 3, title: 'plants', slug: 'plants', rows: 2, columns: 3, published: true },
  url: 'https://own.example/v1/p1/plants',
};
/** First in the list, but with fewer columns to query. */
const narrow = { ...tab, sheetId: 2, title: 'beds', slug: 'beds', columns: 2, url: 'https://own.example/v1/p1/beds' };
const plants = projectOf({ id: 'p1', title: 'Plants', access: 'private', tabs: [narrow, tab] });
const column = (key: string, type: Column['type'], examples: Column['examples']): Column => ({
  ...{ key, header: key, slug: key, type, nullable: false, unique: false, examples, cell: 'A1' },
});
const known = {
  columns: [column('family', 'text', ['Beech']), column('green', 'boolean', [true]), column('title', 'text', ['Oak'])],
  first: { _id: 'r_own', family: 'Beech', green: true, title: 'Oak' },
};

describe('a guide', () => {
  it('has its topic, its minutes, its text, its contents, and the next guide', async () => {
    const { user } = openApp('/learn/types');
    await heading('Column types');
    expect(document.title).toBe('Column types · Tabpoint');
    expect(screen.getByText('Rows, 2 min')).toBeVisible();
    const contents = within(await screen.findByRole('navigation', { name: 'On this page' }));
    expect(contents.getAllByRole('link').map(({ textContent }) => textContent)).toContain('What stays text');
    expect(screen.getByRole('link', { name: 'Column types', current: 'page' })).toBeInTheDocument();
    expect(screen.getByRole('table')).toHaveTextContent('a date with a time');
    const neighbours = within(screen.getByRole('navigation', { name: 'Next to this guide' }));
    expect(neighbours.getByRole('link', { name: 'Read, filter and sort' })).toBeVisible();
    await user.click(neighbours.getByRole('link', { name: 'Write rows' }));
    expect(await heading('Write rows')).toHaveFocus();
  });

  it('has linked headings, and scrolls to the one in the URL', async () => {
    const { user } = openApp('/learn/read#sort');
    await heading('Read, filter and sort');
    const sort = await screen.findByRole('heading', { level: 2, name: /^Sort/ });
    expect(sort).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Link to “Count and sum”' }));
    expect(window.location.hash).toBe('#count-and-sum');
    expect(screen.getByRole('heading', { level: 2, name: /^Count and sum/ })).toHaveFocus();
  });

  it('marks the current section in the contents', async () => {
    openApp('/learn/read');
    await heading('Read, filter and sort');
    const contents = within(await screen.findByRole('navigation', { name: 'On this page' }));
    const current = () => contents.getByRole('link', { current: true }).textContent;
    expect(current()).toBe('Filter by a column');
    const tops: Record<string, number> = { 'filter-by-a-column': -400, sort: 80, 'choose-columns': 500 };
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return { top: tops[this.id] ?? 900 } as DOMRect;
    });
    fireEvent.scroll(window);
    await waitFor(() => expect(current()).toBe('Sort'));
  });

  it('shows calls in the stored language, and updates when it changes', async () => {
    window.localStorage.setItem('tabpoint.snippetLanguage', 'curl');
    const { user } = openApp('/learn/read');
    await heading('Read, filter and sort');
    await screen.findByRole('heading', { level: 2, name: /^Sort/ });
    expect(codeUnder(/^Sort/)).toMatch(/^curl 'https:\/\/tabpoint.example\/v1\/k3v9tq2mxa7rfw5d\/beans\?_sort=-price/);
    await user.click(screen.getAllByRole('tab', { name: 'Python' })[0] as HTMLElement);
    expect(codeUnder(/^Sort/)).toContain('import requests');
  });

  it('uses the person’s own endpoint and columns, with a placeholder for the key', async () => {
    window.localStorage.setItem('tabpoint.snippetLanguage', 'curl');
    openApp('/learn/read', {
      projects: [plants],
      given: (server) => void server.columns.read.mockResolvedValue(known),
    });
    await heading('Read, filter and sort');
    await waitFor(() =>
      expect(codeUnder(/^Filter/)).toContain('https://own.example/v1/p1/plants?family=Beech&green=true&_fields=title'),
    );
    expect(codeUnder(/^Filter/)).toContain('Bearer YOUR_KEY');
    // This sheet has no number column: the guide keeps its own call.
    expect(codeUnder(/^Sort/)).toContain('https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/beans?_sort=-price');
    expect(codeUnder(/^Page through/)).toContain('https://own.example/v1/p1/plants?_limit=4');
  });

  it('uses the person’s own row in a call for one row', async () => {
    window.localStorage.setItem('tabpoint.snippetLanguage', 'curl');
    openApp('/learn/write', {
      projects: [plants],
      given: (server) => void server.columns.read.mockResolvedValue(known),
    });
    await heading('Write rows');
    await waitFor(() => expect(codeUnder(/^Remove a row/)).toContain('/v1/p1/plants/r_own'));
  });

  it('focuses the search on "/"', async () => {
    const { user } = openApp('/learn/read');
    await heading('Read, filter and sort');
    await user.keyboard('/');
    await heading('Learn Tabpoint');
    expect(screen.getByRole('searchbox', { name: 'Search guides' })).toHaveFocus();
    await user.keyboard('stein');
    expect(screen.getByRole('searchbox')).toHaveValue('stein');
  });

  it('that did not load shows an error, and can be reloaded', async () => {
    const { store, user } = openApp('/learn/types');
    await screen.findByRole('heading', { level: 2, name: /^Headers/ });
    act(() => void store.dispatch(guideFailed({ slug: 'types' })));
    expect(screen.getByRole('heading', { level: 2, name: 'This guide did not load' })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'On this page' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 2, name: /^Headers/ })).toBeVisible();
  });

  it('that does not exist is a 404 with a link to the guides', async () => {
    const { user } = openApp('/learn/tea');
    await heading('There is no sheet here');
    await user.click(screen.getByRole('link', { name: 'Read the guides' }));
    await heading('Learn Tabpoint');
  });
});
