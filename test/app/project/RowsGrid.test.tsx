import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { projectArrived } from '../../../src/app/projects/projectsSlice';
import type { Project } from '../../../src/contract/projects';
import type { CellValue, OwnerRowsAnswer, Row } from '../../../src/contract/rows';
import { columnOf, networkGone, projectOf, tabOf } from '../../fixtures/appState';
import type { RowSlice } from '../../../src/app/project/rows/endpointApi';
import { appTests, closeApp, deferred, openApp, type TestServer } from '../../fixtures/openApp';
import { layOut } from '../grid/gridBrowser';

appTests();
beforeEach(() => layOut());

const columns = [columnOf('name'), columnOf('price', 'number'), columnOf('in stock', 'boolean'), columnOf('url')];

const values = (index: number): readonly CellValue[] => [
  `Name ${index}`,
  index / 2,
  index % 2 === 0,
  [
    'https://tabpoint.example/a',
    null,
    'javascript:alert(1)',
    'http://tabpoint.example',
    'mailto:mara@tabpoint.example',
  ][index % 5] ?? null,
];

const rowOf = (index: number) =>
  Object.fromEntries([['_id', `r_${index}`], ...columns.map(({ key }, at) => [key, values(index)[at]])]) as Row;

const answerOf = (total: number, page: number): OwnerRowsAnswer => ({
  columns,
  data: Array.from({ length: Math.max(0, Math.min(100, total - page * 100)) }, (_, at) => rowOf(page * 100 + at)),
  meta: { total, count: 100, limit: 100, offset: page * 100, revision: 1 },
});

const projectWith = (rows: number) => projectOf({ tabs: [tabOf({ rows, columns: 4 })] });

const grid = () => screen.findByRole('grid', { name: 'Rows of roasters' });

async function open(total = 1_000, given?: (server: TestServer) => void) {
  const opened = openApp('/projects/k3v9tq2mxa7rfw5d/roasters', {
    projects: [projectWith(total)],
    given: (server) => {
      server.endpoint.rows.mockImplementation(async (_tab: unknown, { offset }: RowSlice) =>
        answerOf(total, offset / 100),
      );
      given?.(server);
    },
  });
  return { ...opened, grid: await grid() };
}

/** 1-based row and column of the active cell, as screen readers announce them. */
const active = (element: HTMLElement) => {
  const cell = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
  return [cell?.closest('[role="row"]')?.getAttribute('aria-rowindex'), cell?.getAttribute('aria-colindex')].map(
    Number,
  );
};

describe('a column', () => {
  const sortedHead = (grid: HTMLElement, name: RegExp) => within(grid).getByRole('columnheader', { name });
  const width = (grid: HTMLElement) => sortedHead(grid, /price/).style.width;
  beforeEach(() => window.localStorage.clear());

  it('is resized by dragging the edge of its header, which does not sort, and keeps its width in this browser', async () => {
    const { grid, server } = await open();
    const before = parseFloat(width(grid));
    const edge = sortedHead(grid, /price/).querySelector('[data-edge]') as HTMLElement;
    for (const [type, clientX] of [
      ['pointerdown', 100],
      ['pointermove', 150],
      ['pointerup', 150],
      ['pointermove', 400],
    ] as const)
      fireEvent(edge, new MouseEvent(type, { clientX, bubbles: true }));
    fireEvent.click(edge);
    expect(width(grid)).toBe(`${before + 50}px`);
    expect(server.endpoint.rows.mock.calls.every(([, { query }]) => query === '')).toBe(true);
    closeApp();
    expect(width((await open()).grid)).toBe(`${before + 50}px`);
  });

  it('is resized by Alt, Shift and the arrow keys within limits, and its width is announced', async () => {
    const { grid, user } = await open();
    const before = parseFloat(width(grid));
    grid.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
    expect(width(grid)).toBe(`${before + 16}px`);
    expect(screen.getByText(`price is ${before + 16} pixels wide`)).toBeInTheDocument();
    await user.keyboard(`{Alt>}{Shift>}${'{ArrowLeft}'.repeat(20)}{/Shift}{/Alt}`);
    expect(width(grid)).toBe('60px');
    expect(active(grid)).toEqual([2, 3]);
  });
});

describe('a truncated cell', () => {
  it.each([
    ['a cell', 'Name 1', '{ArrowDown}{ArrowRight}'],
    ['a head', 'price', '{ArrowUp}{ArrowRight}{ArrowRight}'],
  ])('%s shows its whole text while it is active in the focused grid, until Esc', async (_what, text, keys) => {
    layOut(text);
    const { grid, user } = await open(20);
    const whole = () => document.querySelector('[data-whole]')?.textContent ?? '';
    act(() => grid.focus());
    await user.keyboard(keys);
    await waitFor(() => expect(whole()).toBe(text));
    await user.keyboard('{Escape}');
    expect(whole()).toBe('');
    expect(grid).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(grid).not.toHaveFocus();
  });
});

describe('the grid', () => {
  it('announces its size and its columns with their types', async () => {
    const { grid } = await open();
    expect(grid).toHaveAttribute('aria-rowcount', '1001');
    expect(grid).toHaveAttribute('aria-colcount', '5');
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['_idtext', 'nametext', 'pricenumber', 'in stockboolean', 'urltext']);
  });

  it('renders few rows, and announces which ones are visible', async () => {
    const { grid } = await open(100_000);
    expect(within(grid).getAllByRole('row').length).toBeLessThan(60);
    expect(screen.getByText('100,000 rows, 4 columns')).toBeVisible();
    expect(screen.getByText('1 to 14 of 100,000')).toBeVisible();
  });

  it('formats values by type: booleans as words, null as "empty"', async () => {
    const { grid } = await open();
    const [, first, second] = within(grid).getAllByRole('row');
    const cells = (row?: HTMLElement) => within(row as HTMLElement).getAllByRole('gridcell');
    expect(cells(first).map(({ textContent }) => textContent)).toEqual([
      'r_0',
      'Name 0',
      '0',
      'true',
      'tabpoint.example/a',
    ]);
    expect(cells(second).map(({ textContent }) => textContent)).toEqual(['r_1', 'Name 1', '0.5', 'false', 'empty']);
  });

  it('links only web and email addresses, outside the tab order', async () => {
    const { grid } = await open();
    const links = within(grid).getAllByRole('link');
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(
      new Set(['https://tabpoint.example/a', 'http://tabpoint.example/', 'mailto:mara@tabpoint.example']),
    );
    for (const link of links) {
      expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
      expect(link).toHaveAttribute('tabindex', '-1');
    }
    expect(within(grid).getAllByText('javascript:alert(1)')[0]?.tagName).toBe('DIV');
  });

  it('marks changed cells only', async () => {
    const { grid, store, server } = await open(20);
    const [first, ...others] = answerOf(20, 0).data;
    const changed: OwnerRowsAnswer = {
      ...answerOf(20, 0),
      data: [{ ...(first as Row), price: 99 }, ...others],
      meta: { ...answerOf(20, 0).meta, revision: 2 },
    };
    server.endpoint.rows.mockResolvedValue(changed);
    act(() => void store.dispatch(projectArrived({ ...projectWith(20), revision: 2 })));
    expect(await within(grid).findByText('99')).toHaveAttribute('data-fresh');
    expect(grid.querySelectorAll('[data-fresh]')).toHaveLength(1);
  });

  it('requests the pages that come into view', async () => {
    const { grid, server } = await open();
    grid.scrollTop = 36 * 250;
    fireEvent.scroll(grid);
    expect(await screen.findByText('Name 250')).toBeInTheDocument();
    expect(screen.getByText('251 to 264 of 1,000')).toBeInTheDocument();
    const offsets = server.endpoint.rows.mock.calls.map((call: readonly unknown[]) => (call[1] as RowSlice).offset);
    expect(offsets).toEqual([0, 200]);
  });
});

describe('by keyboard', () => {
  const press = async (total: number, keys: string) => {
    const opened = await open(total);
    act(() => opened.grid.focus());
    if (keys !== '') await opened.user.keyboard(keys);
    return opened;
  };

  it('is one tab stop', async () => {
    const { grid, user } = await open();
    screen.getByRole('radio', { name: 'Table' }).focus();
    await user.tab();
    expect(grid).toHaveFocus();
    await user.tab();
    expect(grid).not.toHaveFocus();
    expect(grid.contains(document.activeElement)).toBe(false);
  });

  it('moves cell by cell, by pages and to the edges, also into the header', async () => {
    const { grid, user } = await press(20, '');
    expect(active(grid)).toEqual([2, 1]);
    for (const [keys, place] of [
      ['{ArrowUp}{ArrowUp}{ArrowRight}', [1, 2]],
      ['{ArrowDown}{ArrowDown}{ArrowLeft}{ArrowLeft}', [3, 1]],
      ['{PageDown}', [16, 1]],
      ['{Control>}{End}{/Control}', [21, 5]],
      ['{Meta>}{ArrowUp}{ArrowLeft}{/Meta}', [2, 1]],
    ] as const) {
      await user.keyboard(keys);
      await waitFor(() => expect(active(grid)).toEqual(place));
    }
  });

  it('copies the active cell', async () => {
    const { user } = await press(20, '{ArrowDown}{ArrowRight}{Control>}c{/Control}');
    expect(await screen.findByText('Cell copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('Name 1');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Control>}c{/Control}');
    await waitFor(() => expect(write).toHaveBeenCalledWith(''));
  });

  it('Shift with the arrow keys selects a range, copied in the format of spreadsheets; Esc clears it', async () => {
    const { grid, user } = await press(20, '{ArrowRight}{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    const marked = () =>
      within(grid)
        .getAllByRole('gridcell', { selected: true })
        .map(({ textContent }) => textContent);
    expect(marked()).toEqual(['Name 0', '0', 'Name 1', '0.5']);
    await user.keyboard('{Control>}c{/Control}');
    expect(await screen.findByText('2 rows, 2 columns copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('Name 0\t0\nName 1\t0.5');
    await user.keyboard('{Escape}');
    expect(marked()).toEqual(['0.5']);
    expect(grid).toHaveFocus();
  });

  it('Esc leaves the grid; the focus stays beside it', async () => {
    const { grid } = await press(20, '{Escape}');
    expect(grid).not.toHaveFocus();
    expect(screen.getByRole('region', { name: 'Data' })).toHaveFocus();
  });

  it('Enter on a header sorts ascending, then descending, then as in the sheet', async () => {
    const { grid, user, server } = await press(20, '{ArrowRight}{ArrowRight}{ArrowUp}{Enter}');
    const head = () => within(grid).getByRole('columnheader', { name: /price/ });
    const lastQuery = () => server.endpoint.rows.mock.calls.at(-1)?.[1].query;
    await waitFor(() => expect(lastQuery()).toBe('_sort=price'));
    expect(head()).toHaveAttribute('aria-sort', 'ascending');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(lastQuery()).toBe('_sort=-price'));
    expect(head()).toHaveAttribute('aria-sort', 'descending');
    await user.click(head());
    await waitFor(() => expect(lastQuery()).toBe(''));
    expect(head()).not.toHaveAttribute('aria-sort');
    await user.keyboard('{Enter}');
    await user.click(within(grid).getByRole('columnheader', { name: /^name/ }));
    await waitFor(() => expect(lastQuery()).toBe('_sort=name'));
  });

  it('a click makes a cell active', async () => {
    const { grid, user } = await open(20);
    await user.click(within(grid).getByText('Name 3'));
    expect(active(grid)).toEqual([5, 2]);
  });
});

describe('the right mouse button', () => {
  it('opens the row’s menu, but the browser’s own on a link, on a column name and beside the rows', async () => {
    const { grid: rows } = await open();
    const cell = await within(rows).findByRole('gridcell', { name: 'Name 3' });
    await waitFor(() => expect(fireEvent.contextMenu(cell)).toBe(false));
    const menu = await screen.findByRole('menu', { name: 'Row' });
    expect(within(menu).getByRole('menuitem', { name: 'Open row' })).toBeVisible();
    const [link] = within(rows).getAllByRole('link');
    expect(fireEvent.contextMenu(link as HTMLElement)).toBe(true);
    expect(fireEvent.contextMenu(within(rows).getByRole('columnheader', { name: /^name/i }))).toBe(true);
    expect(fireEvent.contextMenu(screen.getByRole('button', { name: 'Filter' }))).toBe(true);
  });
});

describe('other states', () => {
  const openWith = (project: Project, given: (server: TestServer) => void) =>
    openApp('/projects/k3v9tq2mxa7rfw5d/roasters', { projects: [project], given });

  it('loading', async () => {
    const answer = deferred<OwnerRowsAnswer>();
    openWith(projectWith(20), (server) => void server.endpoint.rows.mockReturnValue(answer.promise));
    expect(await screen.findByText('Reading rows')).toBeVisible();
    answer.resolve(answerOf(20, 0));
    expect(await grid()).toBeVisible();
  });

  it('failed, with "Try again"', async () => {
    const { user } = openWith(projectWith(20), (server) => {
      server.endpoint.rows.mockRejectedValueOnce(networkGone()).mockResolvedValue(answerOf(20, 0));
    });
    expect(await screen.findByRole('heading', { name: 'The rows did not load' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await grid()).toBeVisible();
  });

  it('a failed page: the loaded rows stay, with "Try again"', async () => {
    const { grid, user } = await open(1_000, (server) => {
      server.endpoint.rows
        .mockResolvedValueOnce(answerOf(1_000, 0))
        .mockRejectedValueOnce(networkGone())
        .mockResolvedValue(answerOf(1_000, 2));
    });
    grid.scrollTop = 36 * 250;
    fireEvent.scroll(grid);
    expect(await screen.findByRole('alert')).toHaveTextContent('Some rows did not load.');
    expect(grid).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Name 250')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('no rows yet', async () => {
    openWith(projectWith(0), (server) => void server.endpoint.rows.mockResolvedValue(answerOf(0, 0)));
    expect(await screen.findByRole('heading', { name: 'No rows in roasters yet' })).toBeVisible();
    expect(await screen.findByText('Add a row under the header in your sheet, or with “Add row”.')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: /price/ })).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Open sheet' })).toHaveLength(2);
  });
});
