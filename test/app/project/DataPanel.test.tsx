import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { RowSlice } from '../../../src/app/project/rows/endpointApi';
import { projectArrived } from '../../../src/app/projects/projectsSlice';
import type { Project } from '../../../src/contract/projects';
import type { OwnerRowsAnswer, Row } from '../../../src/contract/rows';
import { columnOf, networkGone, projectOf, refused, tabOf } from '../../fixtures/appState';
import { appTests, openApp, type TestServer } from '../../fixtures/openApp';
import { layOut } from '../grid/gridBrowser';

appTests();
beforeEach(() => layOut());

const columns = [
  columnOf('name', 'text'),
  columnOf('price', 'number'),
  columnOf('in stock', 'boolean'),
  columnOf('harvested', 'date'),
];
const hostile = '<img src=x onerror=alert(1)> شمال ☕️ \u202egnp.exe';
const rows: readonly Row[] = [
  { _id: 'r_a', _row: 2, name: 'Nyeri', price: 19.8, 'in stock': true, harvested: '2024-12-11' },
  { _id: 'r_b', _row: 3, name: hostile, price: null, 'in stock': false, harvested: null },
  { _id: 'r_c', _row: 5, name: 'x'.repeat(2_000), price: 1, 'in stock': null, harvested: null },
];
const answerOf = (data: readonly Row[]): OwnerRowsAnswer => ({
  columns,
  data,
  meta: { total: data.length, count: data.length, limit: 100, offset: 0, revision: 1 },
});

const projectWith = (parts: Partial<Project> = {}) => projectOf({ tabs: [tabOf({ rows: 3, columns: 4 })], ...parts });

const pathOf = (query = '') => `/projects/k3v9tq2mxa7rfw5d/roasters${query && `?query=${encodeURIComponent(query)}`}`;

/** The query `zzz` matches no rows, every other query all. */
async function open(query = '', given?: (server: TestServer) => void, project = projectWith()) {
  const opened = openApp(pathOf(query), {
    projects: [project],
    given: (server) => {
      server.endpoint.rows.mockImplementation(async (_tab: unknown, stretch: RowSlice) =>
        answerOf(stretch.query.includes('zzz') ? [] : rows),
      );
      given?.(server);
    },
  });
  await screen.findByLabelText('Search rows');
  const queries = () => opened.server.endpoint.rows.mock.calls.map((call) => call[1].query);
  return { ...opened, queries };
}

const chips = () => within(screen.getByRole('list', { name: 'Filters' }));
const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('the filter', () => {
  async function openForm() {
    const opened = await open();
    await screen.findByRole('grid');
    await opened.user.click(button('Filter'));
    await screen.findByLabelText('Column');
    return opened;
  }
  const conditions = () =>
    within(screen.getByLabelText('Condition'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  it.each([
    ['name', ['contains', 'is', 'empty', 'not empty']],
    ['price', ['is', 'more than', 'at least', 'less than', 'at most', 'empty', 'not empty']],
    ['in stock', ['is', 'empty', 'not empty']],
    ['harvested', ['is', 'after', 'from', 'before', 'until', 'empty', 'not empty']],
  ])('offers the operators of the type of %s', async (column, words) => {
    const { user } = await openForm();
    await user.selectOptions(screen.getByLabelText('Column'), column);
    expect(conditions()).toEqual(words);
  });

  it('is added by Enter, appears as a chip, and is in the query that can be copied', async () => {
    const { user, queries } = await openForm();
    await user.selectOptions(screen.getByLabelText('Column'), 'price');
    await user.selectOptions(screen.getByLabelText('Condition'), 'more than');
    await user.type(screen.getByLabelText('Value'), '10{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button('Filter')).toHaveFocus();
    expect(chips().getByText('price more than 10')).toBeVisible();
    await waitFor(() => expect(queries().at(-1)).toBe('price__gt=10'));
    await user.click(button('Copy query'));
    expect(await navigator.clipboard.readText()).toBe('price__gt=10');
    expect(window.location.search).toBe('?query=price__gt%3D10');
  });

  it('needs a value, except for operators without one', async () => {
    const { user, queries } = await openForm();
    await user.click(button('Add filter'));
    expect(screen.getByLabelText('Value')).toBeInvalid();
    expect(screen.getByText('Enter a value.')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Condition'), 'not empty');
    expect(screen.queryByLabelText('Value')).toBeNull();
    await user.click(button('Add filter'));
    expect(chips().getByText('name not empty')).toBeVisible();
    await waitFor(() => expect(queries().at(-1)).toBe('name__isblank=false'));
  });

  it('takes a typed column name in a sheet with many columns, and rejects an unknown one', async () => {
    const many = [...columns, ...Array.from({ length: 300 }, (_, index) => columnOf(`Column ${index}`, 'integer'))];
    const { user, queries } = await open('', (server) => {
      server.endpoint.rows.mockResolvedValue({ ...answerOf(rows), columns: many });
    });
    await screen.findByRole('grid');
    await user.click(button('Filter'));
    const column = await screen.findByLabelText('Column');
    expect(column).toHaveFocus();
    await user.keyboard('Column 29x{Enter}');
    expect(column).toBeInvalid();
    expect(screen.getByText('Choose a column.')).toBeVisible();
    await user.keyboard('{Backspace}9');
    await user.type(screen.getByLabelText('Value'), '7{Enter}');
    await waitFor(() => expect(queries().at(-1)).toBe('Column%20299=7'));
  });

  it('is a choice for a boolean', async () => {
    const { user, queries } = await openForm();
    await user.selectOptions(screen.getByLabelText('Column'), 'in stock');
    await user.selectOptions(screen.getByLabelText('Value'), 'false');
    await user.click(button('Add filter'));
    await waitFor(() => expect(queries().at(-1)).toBe('in%20stock=false'));
  });
});

describe('chips', () => {
  it('are removed one by one; the focus moves to the next, at last to the rows', async () => {
    const { user, queries } = await open('price__gte=10&name__contains=n');
    await screen.findByRole('grid');
    expect(chips().getByText('price at least 10')).toBeVisible();
    await user.click(button('Remove filter price at least 10'));
    expect(button('Remove filter name contains n')).toHaveFocus();
    await waitFor(() => expect(queries().at(-1)).toBe('name__contains=n'));
    await user.click(button('Remove filter name contains n'));
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Data' })).toHaveFocus();
    expect(window.location.search).toBe('');
  });

  it('that match nothing show a message under the header, with a button to remove them', async () => {
    const { user } = await open('name=zzz');
    expect(await screen.findByRole('heading', { name: 'No rows match.' })).toBeVisible();
    expect(screen.getByRole('columnheader', { name: /harvested/ })).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
    expect(await screen.findByRole('gridcell', { name: 'Nyeri' })).toBeVisible();
  });

  it('that the server rejects keep the header and show its message and "Try again"', async () => {
    const { user } = await open('', (server) => {
      server.endpoint.rows.mockResolvedValueOnce(answerOf(rows)).mockRejectedValueOnce(refused(400, { detail: 'No.' }));
    });
    await user.click(await screen.findByRole('columnheader', { name: /price/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The rows did not load');
    expect(screen.getByRole('alert')).toHaveTextContent('No.');
    expect(screen.getByRole('columnheader', { name: /price/ })).toBeVisible();
    await user.click(button('Try again'));
    expect(await screen.findByRole('grid')).toBeVisible();
  });
});

describe('the search', () => {
  it('is focused by /, and requested after a pause in typing', async () => {
    const { user, queries } = await open();
    await screen.findByRole('grid');
    await user.keyboard('/');
    await user.keyboard('nye');
    expect(screen.getByLabelText('Search rows')).toHaveValue('nye');
    await waitFor(() => expect(queries()).toEqual(['', '_q=nye']));
    expect(await screen.findByText('3 of 3 rows, 4 columns')).toBeVisible();
  });
});

describe('columns', () => {
  it('are hidden and shown, and the query leaves them out', async () => {
    const { user, queries } = await open();
    await screen.findByRole('grid');
    await user.click(button('Columns'));
    await user.click(await screen.findByLabelText('price'));
    expect(screen.queryByRole('columnheader', { name: /price/ })).toBeNull();
    expect(screen.getByRole('group', { name: 'Query' })).toHaveTextContent('_fields=-price');
    expect(window.location.search).toBe('?query=_fields%3D-price');
    expect(button('Columns, 3 of 4')).toBeVisible();
    await user.click(button('Show all'));
    expect(screen.getByRole('columnheader', { name: /price/ })).toBeVisible();
    expect(window.location.search).toBe('');
    expect(queries()).toEqual(['']);
  });

  it('are found by name if there are many', async () => {
    const many = Array.from({ length: 300 }, (_, index) => columnOf(`Column ${index}`, 'text'));
    const { user } = await open('', (server) => {
      server.endpoint.rows.mockResolvedValue({ ...answerOf(rows), columns: many });
    });
    await screen.findByRole('grid');
    await user.click(button('Columns'));
    expect(await screen.findByLabelText('Search')).toHaveFocus();
    await user.keyboard('column 29');
    const names = () => screen.getAllByRole('checkbox').map((box) => box.parentElement?.textContent);
    expect(names()).toHaveLength(11);
    await user.click(screen.getByLabelText('Column 299'));
    expect(button('Columns, 299 of 300')).toBeVisible();
    await user.type(screen.getByLabelText('Search'), '99');
    expect(screen.getByText('Nothing is called so.')).toBeVisible();
  });
});

describe('as JSON', () => {
  it('shows rows as the endpoint returns them, without row numbers', async () => {
    const { user } = await open();
    await screen.findByRole('grid');
    await user.click(screen.getByRole('radio', { name: 'JSON' }));
    const json = await screen.findByRole('region', { name: 'Rows of roasters as JSON' });
    const text = json.textContent ?? '';
    expect(text.startsWith('[  {    "_id": "r_a",    "name": "Nyeri",    "price": 19.8,')).toBe(true);
    expect(text).toContain(JSON.stringify(hostile).replace('\u202e', '\\u202e'));
    expect(text).toContain('"harvested": null  },  {');
    expect(text).not.toContain('_row');
    expect(json.querySelector('img')).toBeNull();
    expect(screen.getByText('1 to 3 of 3')).toBeVisible();
  });
});

describe('the row beside the grid', () => {
  async function openRow() {
    const opened = await open();
    const grid = await screen.findByRole('grid');
    await opened.user.click(within(grid).getByRole('gridcell', { name: 'Nyeri' }));
    grid.focus();
    await opened.user.keyboard(' ');
    return { ...opened, grid, panel: within(await screen.findByRole('complementary', { name: 'Row' })) };
  }

  it('opens with the space bar, shows whole values, and takes the focus', async () => {
    const { panel } = await openRow();
    expect(panel.getByRole('heading', { name: 'r_a' })).toHaveFocus();
    expect(panel.getByText('Row 2 of the sheet')).toBeVisible();
    expect(panel.getByText('19.8')).toBeVisible();
  });

  it('is left by Esc to the grid', async () => {
    const { user, grid } = await openRow();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('complementary', { name: 'Row' })).toBeNull();
    expect(grid).toHaveFocus();
  });

  it('steps through the rows together with the grid, and shows long and hostile texts unchanged', async () => {
    const { user, panel, grid } = await openRow();
    expect(panel.getByRole('button', { name: 'Previous row' })).toBeDisabled();
    await user.keyboard('{ArrowUp}');
    expect(grid.getAttribute('aria-activedescendant')).toMatch(/-0-1$/);
    await user.keyboard('{ArrowDown}');
    expect(panel.getByText(hostile)).toBeVisible();
    expect(grid.getAttribute('aria-activedescendant')).toMatch(/-1-1$/);
    await user.click(panel.getByRole('button', { name: 'Next row' }));
    expect(panel.getByText('x'.repeat(2_000))).toBeVisible();
    expect(within(grid).getByText(`${'x'.repeat(300)}…`)).toBeVisible();
    expect(panel.getByRole('button', { name: 'Next row' })).toBeDisabled();
  });

  it('follows the active cell, and opens with a click on an id', async () => {
    const { user, panel, grid } = await openRow();
    fireEvent.mouseDown(within(grid).getByText(hostile));
    expect(panel.getByRole('heading', { name: 'r_b' })).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Close row' }));
    await user.click(within(grid).getByRole('gridcell', { name: 'r_c' }));
    expect(screen.getByRole('heading', { name: 'r_c' })).toBeVisible();
  });

  it('keeps what is typed into its form until "Save row", also while the grid is used', async () => {
    const { user, server, grid, panel } = await openRow();
    await user.click(panel.getByRole('button', { name: 'Edit row' }));
    await user.type(panel.getByLabelText(/^name/), '!');
    await user.click(within(grid).getByRole('gridcell', { name: 'r_c' }));
    await user.keyboard('{ArrowUp}');
    expect(server.edit.one).not.toHaveBeenCalled();
    await user.keyboard('{ArrowUp}');
    expect(panel.getByLabelText(/^name/)).toHaveValue('Nyeri!');
  });

  it('is copied as the endpoint returns it', async () => {
    const { user, panel } = await openRow();
    await user.click(panel.getByRole('button', { name: 'Copy as JSON' }));
    const { _row, ...answered } = rows[0] as Row;
    expect(_row).toBe(2);
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual(answered);
  });
});

describe('typed text', () => {
  const leaving = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('needs confirmation before the page is left, until it is discarded', async () => {
    const { user } = await open();
    const grid = await screen.findByRole('grid');
    await user.click(within(grid).getByRole('gridcell', { name: 'Nyeri' }));
    await user.keyboard('{Enter}');
    const input = await screen.findByRole('textbox', { name: 'name' });
    expect(leaving()).toBe(false);
    await user.type(input, '!');
    expect(leaving()).toBe(true);
    await user.keyboard('{Escape}');
    expect(leaving()).toBe(false);
  });

  it('replaces a text that is being saved; Escape restores that text', async () => {
    const { user, server } = await open('', ({ edit }) => {
      edit.one.mockReturnValue(new Promise(() => undefined));
    });
    const grid = await screen.findByRole('grid');
    await user.click(within(grid).getByRole('gridcell', { name: 'Nyeri' }));
    await user.keyboard('one{Enter}{ArrowUp}');
    await waitFor(() => expect(server.edit.one).toHaveBeenCalled());
    await user.keyboard('two');
    expect(await screen.findByRole('textbox', { name: 'name' })).toHaveValue('two');
    await user.keyboard('{Escape}');
    expect(within(grid).getByRole('gridcell', { name: 'one' })).toBeVisible();
  });

  it('whose column is renamed elsewhere is shown below the rows, until it is discarded', async () => {
    const { user, server, store } = await open();
    const grid = await screen.findByRole('grid');
    await user.click(within(grid).getByRole('gridcell', { name: 'Nyeri' }));
    await user.keyboard('half a');
    const renamed = { ...answerOf(rows), columns: [columnOf('title', 'text'), ...columns.slice(1)] };
    server.endpoint.rows.mockResolvedValue({ ...renamed, meta: { ...renamed.meta, revision: 2 } });
    act(() => void store.dispatch(projectArrived(projectWith({ revision: 2 }))));
    const lost = within(await screen.findByRole('alert'));
    expect(lost.getByText(/The column “name” of row r_a was renamed.* not saved: half a/)).toBeVisible();
    expect(leaving()).toBe(true);
    await user.click(lost.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(leaving()).toBe(false);
  });

  it('whose row was removed elsewhere is shown below the rows', async () => {
    const { user } = await open('', ({ edit }) => edit.one.mockRejectedValue(refused(410, { code: 'gone' })));
    const grid = await screen.findByRole('grid');
    await user.click(within(grid).getByRole('gridcell', { name: 'Nyeri' }));
    await user.keyboard('half a{Enter}');
    expect(await screen.findByText(/Row r_a was removed. What you typed is not saved: half a/)).toBeVisible();
    expect(leaving()).toBe(true);
  });

  it.each([
    [
      'AltGr, which Windows reports as Ctrl and Alt,',
      { key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true },
    ],
    ['Option on macOS', { key: '[', altKey: true }],
  ])('with %s starts the text of a cell', async (_keys, pressed) => {
    const { user } = await open();
    const grid = await screen.findByRole('grid');
    await user.click(within(grid).getByRole('gridcell', { name: 'Nyeri' }));
    fireEvent.keyDown(grid, pressed);
    expect(await screen.findByRole('textbox', { name: 'name' })).toHaveValue(pressed.key);
  });

  it('is labelled with column and type in the fields of a row', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add row' }));
    expect(await screen.findByRole('textbox', { name: 'name text' })).toBeVisible();
  });
});

it('a column may have the name of an object’s built-in property', async () => {
  const oddly = [columnOf('constructor', 'text'), columnOf('price', 'number')];
  const first: Row = { _id: 'r_a', _row: 2, constructor: 'McLaren', price: 1 } as object as Row;
  const { user, server } = await open('', ({ endpoint, edit }) => {
    endpoint.rows.mockResolvedValue({ ...answerOf([first]), columns: oddly });
    edit.one.mockResolvedValue({ row: first, etag: '"1"' });
    edit.change.mockResolvedValue({ rows: [{ ...first, price: 2 }], revision: 2 });
    edit.add.mockRejectedValue(refused(422, { detail: 'No.', errors: [{ field: 'price', detail: 'Not so.' }] }));
  });
  expect(await screen.findByRole('gridcell', { name: 'McLaren' })).toBeVisible();
  (await screen.findByRole('grid')).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}2{Enter}');
  await waitFor(() => expect(server.edit.change.mock.calls[0]?.[2]).toEqual({ price: 2 }));
  await user.click(button('Add row'));
  const dialog = within(await screen.findByRole('dialog', { name: 'New row' }));
  expect(dialog.getByLabelText(/^constructor/)).toHaveValue('');
  await user.type(dialog.getByLabelText(/^price/), '3{Enter}');
  expect(await dialog.findByText('Not so.')).toBeVisible();
  expect(server.edit.add.mock.calls[0]?.[1]).toEqual({ price: 3 });
  expect(dialog.getByLabelText(/^constructor/)).toBeValid();
});

it('a new row whose answer was lost is sent again as it was, and not typed over, which would add it twice', async () => {
  const { user, server } = await open('', ({ edit }) => void edit.add.mockRejectedValueOnce(networkGone()));
  await user.click(button('Add row'));
  const dialog = within(await screen.findByRole('dialog', { name: 'New row' }));
  await user.type(dialog.getByLabelText(/^price/), '3{Enter}');
  const again = await dialog.findByRole('button', { name: 'Try again' });
  expect(dialog.getByLabelText(/^price/)).toBeDisabled();
  await user.click(again);
  await waitFor(() => expect(server.edit.add).toHaveBeenCalledTimes(2));
  expect(server.edit.add.mock.calls[1]?.slice(0, 3)).toEqual(server.edit.add.mock.calls[0]?.slice(0, 3));
});

it('an id shows the row’s position in the sheet', async () => {
  await open();
  expect(await screen.findByRole('gridcell', { name: 'r_c' })).toHaveAttribute('title', 'Row 5 of the sheet');
});

describe('a tab without rows', () => {
  const empty = (parts: Partial<Project>) =>
    open('', (server) => void server.endpoint.rows.mockResolvedValue(answerOf([])), projectWith(parts));
  const tabs = (columnCount: number) => [tabOf({ rows: 0, columns: columnCount })];

  it('of a read-only sheet is to be filled in the sheet', async () => {
    await empty({ writable: false, tabs: tabs(4) });
    expect(await screen.findByText('Add a row under the header in your sheet.')).toBeVisible();
  });

  it('without a header links to where one can be chosen', async () => {
    await empty({ tabs: tabs(0) });
    expect(await screen.findByText(/This sheet has no header row\./)).toHaveTextContent(
      'This sheet has no header row. Put column names above your rows, or choose the row in Settings.',
    );
    const data = within(screen.getByRole('region', { name: 'Data' }));
    expect(data.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', `${pathOf()}?view=settings`);
  });

  it('that is being loaded shows it', async () => {
    await empty({ status: 'syncing', tabs: tabs(4) });
    expect(await screen.findByText('The rows are here as soon as they are read.')).toBeVisible();
  });
});
