import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { STALE_TIP } from '../../../src/app/driveSheet/grid/SheetRow';
import type { Misfit, StaleAnswer } from '../../../src/contract/driveGrid';
import { networkGone, refused } from '../../fixtures/appState';
import { never } from '../../fixtures/fakePorts';
import { cell, edits, openSheet, reference, sheetTests } from './sheetScreen';
import { BEANS, beanCells, beans, ORDERS, spreadsheetOf, taking } from './sheetWorld';

sheetTests();

it('marks a stale formula in its cell and in the formula bar', async () => {
  const stale: StaleAnswer = { tabs: [{ sheetId: BEANS, cells: [[2, 4, 4]] }] };
  await openSheet((server) => server.grid.stale.mockResolvedValue(stale));
  const formula = cell('15.6');
  await waitFor(() => expect(formula).toHaveAccessibleDescription(STALE_TIP));
  fireEvent.mouseDown(formula);
  expect(screen.getByRole('textbox', { name: 'Formula, read only' })).toHaveAccessibleDescription(STALE_TIP);
  fireEvent.mouseDown(cell('Kochere'));
  expect(screen.getByRole('textbox', { name: 'Content of A2' })).not.toHaveAccessibleDescription();
});

it('shows a message beside a value of the wrong type, which the keyboard can undo', async () => {
  const misfits: Misfit[] = [{ row: 3, column: 2, key: 'price', type: 'number', becomesText: 'column' }];
  const { user, server } = await openSheet((given) => {
    const take = taking();
    given.grid.change.mockImplementation(async (id, sheetId, change) => ({
      ...(await take(id, sheetId, change)),
      misfits,
    }));
  });
  fireEvent.mouseDown(cell('21'));
  await user.keyboard('abc{Enter}');
  const words = '“price” held numbers. With “abc” in B3, the endpoint answers the whole column as text.';
  const box = await screen.findByRole('group', { name: 'Does not fit its column' });
  expect(box).toHaveTextContent(words);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words);
  server.grid.change.mockImplementation(taking(5));
  await user.keyboard('{ArrowUp}{Tab}');
  expect(within(box).getByRole('button', { name: 'Undo' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(edits(server, 1)).toEqual([[3, 2, 21]]));
  expect(screen.queryByRole('group', { name: 'Does not fit its column' })).toBeNull();
  expect(screen.getByRole('grid')).toHaveFocus();
});

it('asks before it stores a text that begins like a formula', async () => {
  const { user, server, grid } = await openSheet();
  fireEvent.mouseDown(cell('floral'));
  await user.keyboard(' =B2*2{Enter}');
  const dialog = await screen.findByRole('alertdialog', { name: 'Store “=B2*2” as text?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(cell('floral')).toBeVisible();
  expect(server.grid.change).not.toHaveBeenCalled();
  act(() => grid.focus());
  clipboard('paste', grid, '=1\tx\n=2\ty');
  const pasted = await screen.findByRole('alertdialog', { name: 'Store 2 cells beginning with “=” as text?' });
  await user.click(within(pasted).getByRole('button', { name: 'Store as text' }));
  await waitFor(() => expect(edits(server)).toHaveLength(4));
});

/** Dispatches a clipboard event, with `text` to paste; returns the copied text. */
function clipboard(kind: 'copy' | 'cut' | 'paste', target: HTMLElement, text = '') {
  const data = { text };
  const event = createEvent[kind](target, {
    clipboardData: { setData: (_type: string, value: string) => void (data.text = value), getData: () => data.text },
  });
  fireEvent(target, event);
  return data.text;
}

describe('a sheet', () => {
  it('shows its rows as written, with the header row, letters and numbers', async () => {
    const { grid } = await openSheet();
    expect(screen.getByRole('heading', { level: 1, name: 'Coffee roasters 2025' })).toBeVisible();
    expect(grid).toHaveAttribute('aria-rowcount', '21');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('C');
    expect(screen.getByRole('rowheader', { name: '2' })).toBeVisible();
    expect(within(screen.getByRole('navigation', { name: 'Sheets' })).getAllByRole('link')).toHaveLength(2);
    expect(screen.getByText('3 rows')).toBeVisible();
    expect(screen.getByText('Saved')).toBeVisible();
  });

  it('shows a formula in the bar, read-only', async () => {
    const { user, server } = await openSheet();
    const formula = cell('15.6');
    expect(formula).toHaveAttribute('aria-readonly', 'true');
    fireEvent.mouseDown(formula);
    const bar = screen.getByRole('textbox', { name: 'Formula, read only' });
    expect(bar).toHaveValue('=ROUND(17.33*0.9, 2)');
    expect(bar).toHaveAttribute('readonly');
    await user.keyboard('5{Delete}');
    expect(server.grid.change).not.toHaveBeenCalled();
    expect(screen.getByRole('tooltip', { hidden: true })).toHaveTextContent(
      'Formulas are kept but not recalculated here',
    );
    act(() => bar.focus());
    await user.keyboard('{Alt>}{Enter}{/Alt}');
    expect(reference()).toBe('B5');
  });

  it('opens another tab by its link, and keeps the view in the URL', async () => {
    const { user } = await openSheet();
    await user.click(screen.getByRole('link', { name: 'orders' }));
    expect(await screen.findByRole('grid', { name: 'orders' })).toBeVisible();
    expect(window.location.search).toBe(`?sheet=${ORDERS}`);
    expect(screen.getByText('Column names go here')).toBeVisible();
  });

  it('renders hostile text harmlessly', async () => {
    const hostile = ['<img src=x onerror=alert(1)>', '‮קפה 🫘', 'javascript:alert(1)', 'x'.repeat(300)];
    await openSheet((server) => {
      server.grid.rows.mockResolvedValue(beans({}, [['Kochere'], ...hostile.map((text) => [text])]));
      server.grid.one.mockResolvedValue(spreadsheetOf({ title: hostile[0] }));
    });
    for (const text of hostile)
      expect(screen.getByText(text, { selector: '[role=gridcell] span' })).toBeInTheDocument();
    expect(document.querySelector('img')).toBeNull();
    expect(screen.queryByRole('link', { name: 'javascript:alert(1)' })).toBeNull();
  });

  it('adds blank rows and columns at the ends', async () => {
    const { user, grid } = await openSheet();
    await user.click(screen.getByRole('button', { name: 'Add rows' }));
    expect(grid).toHaveAttribute('aria-rowcount', '41');
    await user.click(screen.getByRole('button', { name: 'Add a column' }));
    expect(grid).toHaveAttribute('aria-colcount', '10');
  });
});

describe('the keyboard', () => {
  it('moves, selects and leaves', async () => {
    const { user } = await openSheet();
    expect(reference()).toBe('A1');
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(reference()).toBe('B2');
    await user.keyboard('{Tab}');
    expect(reference()).toBe('C2');
    await user.keyboard('{Shift>}{Tab}{/Shift}{Shift>}{ArrowDown}{/Shift}');
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(2);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('link', { name: 'beans' })).toHaveFocus();
  });

  it('replaces a cell by typing; Enter commits and moves down', async () => {
    const { user, server, grid } = await openSheet();
    await user.keyboard('{ArrowDown}Sidama{Enter}');
    expect(await screen.findByRole('gridcell', { name: 'Sidama' })).toBeVisible();
    expect(edits(server)).toEqual([[2, 1, 'Sidama']]);
    expect(reference()).toBe('A3');
    expect(grid).toHaveFocus();
  });

  it('edits a cell with Enter or F2; Esc cancels', async () => {
    const { user, server } = await openSheet();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByRole('textbox', { name: 'A2' })).toHaveValue('Kochere');
    await user.keyboard(' AA{Escape}');
    expect(cell('Kochere')).toBeVisible();
    await user.keyboard('{F2}{Enter}');
    expect(server.grid.change).not.toHaveBeenCalled();
  });

  it('asks before a page with uncommitted text is closed, and commits it on Back', async () => {
    const { user, server } = await openSheet();
    await user.keyboard('{ArrowDown}Sidama');
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    act(() => {
      window.history.pushState(null, '', '/learn');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await waitFor(() => expect(edits(server)).toEqual([[2, 1, 'Sidama']]));
  });

  it('edits a text of several lines in its cell and in the bar; Alt Enter adds a line', async () => {
    const { user, server, grid } = await openSheet();
    await user.keyboard('{ArrowDown}');
    clipboard('paste', grid, '"Kochere\nlot 7"');
    await user.keyboard('{F2}, dry{Alt>}{Enter}{/Alt}5 kg{Enter}');
    await waitFor(() => expect(edits(server, 1)).toEqual([[2, 1, 'Kochere\nlot 7, dry\n5 kg']]));
    await user.keyboard('{ArrowUp}');
    await user.type(screen.getByRole('textbox', { name: 'Content of A2' }), '{Alt>}{Enter}{/Alt}sold{Enter}');
    await waitFor(() => expect(edits(server, 2)).toEqual([[2, 1, 'Kochere\nlot 7, dry\n5 kg\nsold']]));
    expect(reference()).toBe('A3');
  });

  it('Delete clears the selection except formulas', async () => {
    const { user, server } = await openSheet();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Shift>}{ArrowRight}{/Shift}{Delete}');
    expect(edits(server)).toEqual([[4, 1, null]]);
    expect(await screen.findByText('Cells with formulas were left as they are.')).toBeVisible();
  });

  it('writes nothing into rows that are being moved, and says so', async () => {
    const { user, server, grid } = await openSheet((given) => given.grid.change.mockImplementation(never));
    await user.keyboard('{ArrowDown}{ContextMenu}');
    await user.click(await screen.findByRole('menuitem', { name: 'Insert row above' }));
    act(() => void clipboard('paste', grid, 'x'));
    expect(await screen.findByText('Rows or columns are being moved. Try again in a moment.')).toBeVisible();
    expect(server.grid.change).toHaveBeenCalledTimes(1);
    expect(cell('Kochere')).toBeVisible();
  });

  it('undoes and redoes', async () => {
    const { user } = await openSheet();
    await user.keyboard('{ArrowDown}Sidama{Enter}{Control>}z{/Control}');
    expect(await screen.findByRole('gridcell', { name: 'Kochere' })).toBeVisible();
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(await screen.findByRole('gridcell', { name: 'Sidama' })).toBeVisible();
  });

  it('opens the menu of rows and columns, and returns the focus', async () => {
    const { user, server, grid } = await openSheet();
    await user.keyboard('{ArrowDown}{ContextMenu}');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete row 2' }));
    expect(server.grid.change.mock.calls[0]?.[2]).toEqual({
      revision: 3,
      operation: { kind: 'deleteRows', at: 2, count: 1 },
    });
    expect(grid).toHaveFocus();
  });
});

describe('the clipboard', () => {
  it('copies and pastes ranges in the format of spreadsheets', async () => {
    const { user, server, grid } = await openSheet();
    await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    expect(clipboard('copy', grid)).toBe('name\tprice\nKochere\t17.5');
    act(() => void clipboard('paste', grid, 'x\t1\r\n"two\nlines"\t2\r\n'));
    expect(edits(server)).toEqual([
      [1, 1, 'x'],
      [1, 2, '1'],
      [2, 1, 'two\nlines'],
      [2, 2, '2'],
    ]);
  });

  it('pastes CSV as cells: below the header without its header line, on the header with it', async () => {
    const { user, server, grid } = await openSheet();
    await user.keyboard('{ArrowDown}');
    act(() => void clipboard('paste', grid, 'name,price,note\r\nGesha,31,"sweet, floral"\r\n'));
    expect(edits(server)).toEqual([
      [2, 1, 'Gesha'],
      [2, 2, '31'],
      [2, 3, 'sweet, floral'],
    ]);
    await waitFor(() => expect(screen.getByText('Saved')).toBeVisible());
    await user.keyboard('{Control>}{Home}{/Control}');
    act(() => void clipboard('paste', grid, 'name;price;note;since\nJava;1,5;;2020'));
    expect(edits(server, 1).map(([row, column]) => [row, column])).toEqual(
      [1, 2].flatMap((row) => [1, 2, 3, 4].map((column) => [row, column])),
    );
  });

  it('refuses more cells than fit at once, and leaves the selection', async () => {
    const { server, grid } = await openSheet();
    clipboard('paste', grid, 'x\n'.repeat(150_000));
    expect(await screen.findByText('At most 10,000 cells at once. Mark fewer, or upload a file.')).toBeVisible();
    expect(reference()).toBe('A1');
    expect(server.grid.change).not.toHaveBeenCalled();
  });

  it('cuts', async () => {
    const { user, server, grid } = await openSheet();
    await user.keyboard('{ArrowDown}');
    let cut = '';
    act(() => void (cut = clipboard('cut', grid)));
    expect(cut).toBe('Kochere');
    expect(edits(server)).toEqual([[2, 1, null]]);
  });
});

describe('the mouse', () => {
  it('edits in the formula bar', async () => {
    const { user, server } = await openSheet();
    fireEvent.mouseDown(cell('Huila'));
    const bar = screen.getByRole('textbox', { name: 'Content of A3' });
    await user.clear(bar);
    await user.type(bar, 'Gesha{Enter}');
    expect(edits(server)).toEqual([[3, 1, 'Gesha']]);
  });

  it('edits a cell by a double click, and commits when another cell is clicked', async () => {
    const { user, server } = await openSheet();
    await user.dblClick(cell('Huila'));
    await user.keyboard('!');
    await user.click(cell('Kochere'));
    expect(edits(server)).toEqual([[3, 1, 'Huila!']]);
  });

  it('opens a menu at a row number and a column letter', async () => {
    const { user, server } = await openSheet();
    fireEvent.contextMenu(screen.getByRole('columnheader', { name: 'B' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Insert column left' }));
    expect(server.grid.change.mock.calls[0]?.[2]).toMatchObject({
      operation: { kind: 'insertColumns', at: 2, count: 1 },
    });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    const number = screen.getByRole('rowheader', { name: '3' });
    fireEvent.mouseDown(number);
    expect(screen.queryByRole('menu')).toBeNull();
    fireEvent.mouseDown(number);
    expect(await screen.findByRole('menuitem', { name: 'Insert row above' })).toHaveFocus();
  });
});

describe('a cell that changes elsewhere while it is edited', () => {
  /** Edits the cell `Kochere`, which is `Theirs` after the window was left and rows were reloaded meanwhile. */
  async function editing(facts: Parameters<typeof beans>[0]) {
    const opened = await openSheet();
    await opened.user.keyboard('{ArrowDown}{Enter}');
    const [head = [], , ...others] = beanCells;
    opened.server.grid.rows.mockResolvedValue(beans(facts, [head, ['Theirs'], ...others]));
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(opened.server.grid.rows).toHaveBeenCalledTimes(2));
    return opened;
  }

  it('is a conflict, not overwritten', async () => {
    const { user, server } = await editing({ revision: 4 });
    await user.keyboard(' mine{Enter}');
    const edit = { row: 2, column: 1, before: 'Kochere', value: 'Kochere mine' };
    await waitFor(() => expect(server.grid.change.mock.calls[0]?.[2]).toMatchObject({ edits: [edit] }));
  });

  it('stays as it is if nothing was typed', async () => {
    const { user, server } = await editing({ revision: 4 });
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('gridcell', { name: 'Theirs' })).toBeVisible();
    expect(server.grid.change).not.toHaveBeenCalled();
  });

  it('is sent with the revision since which its row was there, as that may be another one now', async () => {
    const { user, server } = await editing({ revision: 4, shape: 4 });
    await user.keyboard(' mine{Enter}');
    await waitFor(() => expect(server.grid.change.mock.calls[0]?.[2]).toMatchObject({ revision: 0 }));
  });
});

describe('saving', () => {
  it('shows that it is offline, and the number of pending changes', async () => {
    const { user } = await openSheet((server) => server.grid.change.mockRejectedValue(networkGone()));
    await user.keyboard('{ArrowDown}A{Enter}B{Enter}');
    expect(await screen.findByText('Server not reached, 2 changes waiting')).toBeVisible();
  });

  it('shows why a change is rejected, and discards it on request', async () => {
    const { user } = await openSheet((server) =>
      server.grid.change.mockRejectedValue(refused(409, { code: 'project_paused', detail: 'The project is paused.' })),
    );
    await user.keyboard('{ArrowDown}A{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The project is paused.');
    await user.click(screen.getByRole('button', { name: 'Give up my changes' }));
    expect(await screen.findByRole('gridcell', { name: 'Kochere' })).toBeVisible();
  });

  it('shows a conflict with both values, which the keyboard can resolve', async () => {
    const { user, server, grid } = await openSheet((server) =>
      server.grid.change.mockRejectedValueOnce(
        refused(409, { code: 'cell_changed', clashes: [{ row: 2, column: 1, cell: 'Theirs' }] }),
      ),
    );
    await user.keyboard('{ArrowDown}Mine{Enter}');
    const box = await screen.findByRole('dialog', { name: 'Changed elsewhere' });
    expect(box).toHaveTextContent('YoursMineTheirsTheirs');
    await user.click(screen.getByRole('button', { name: '1 cell changed elsewhere' }));
    await user.keyboard('{Tab}');
    expect(within(box).getByRole('button', { name: 'Keep mine' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(server.grid.change.mock.calls[1]?.[2]).toMatchObject({
      edits: [{ row: 2, column: 1, before: 'Theirs', value: 'Mine' }],
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(grid).toHaveFocus();
  });
});
