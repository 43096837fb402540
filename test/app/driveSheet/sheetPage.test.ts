import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { coffeePreview, networkGone, refused } from '../../fixtures/appState';
import { deferred, openApp } from '../../fixtures/openApp';
import { cell, edits, openSheet, PLACE, sheetTests } from './sheetScreen';
import { answerRows, BEANS, beans, ID, ORDERS, spreadsheetOf } from './sheetWorld';

sheetTests();

describe('a sheet that is not loaded', () => {
  it('shows an error if it belongs to another person or does not exist', async () => {
    openApp(PLACE, { given: (server) => server.grid.one.mockRejectedValue(refused(404, { code: 'not_found' })) });
    expect(await screen.findByText('You do not have access to this sheet.')).toBeVisible();
  });

  it('is reloaded on "Try again"', async () => {
    const { user } = openApp(PLACE, {
      given: (server) => {
        server.grid.one.mockRejectedValueOnce(networkGone()).mockResolvedValue(spreadsheetOf());
        server.grid.rows.mockImplementation(answerRows);
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('grid', { name: 'beans' })).toBeVisible();
  });

  it('shows a skeleton while it loads', async () => {
    const answer = deferred<ReturnType<typeof spreadsheetOf>>();
    openApp(PLACE, { given: (server) => server.grid.one.mockReturnValue(answer.promise) });
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull());
    expect(screen.queryByRole('grid')).toBeNull();
    await act(async () => answer.resolve(spreadsheetOf()));
    expect(await screen.findByRole('grid', { name: 'beans' })).toBeVisible();
  });
});

describe('names', () => {
  it('the title is renamed by a click or the keyboard', async () => {
    const { user, server } = await openSheet();
    await user.click(screen.getByRole('heading', { level: 1 }));
    const input = screen.getByRole('textbox', { name: 'Name of the spreadsheet' });
    await user.clear(input);
    await user.type(input, 'Teas{Enter}');
    expect(server.grid.rename).toHaveBeenCalledWith(ID, 'Teas', expect.anything());
    expect(screen.getByRole('heading', { level: 1, name: 'Teas' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Rename' })).toHaveFocus();
    await user.keyboard('{Enter}{Escape}');
    expect(screen.getByRole('button', { name: 'Rename' })).toHaveFocus();
  });

  it('a tab is renamed by a double click', async () => {
    const { user, server } = await openSheet();
    await user.dblClick(screen.getByRole('link', { name: 'orders' }));
    await user.clear(await screen.findByRole('textbox', { name: 'Name of the sheet' }));
    await user.keyboard('sales{Enter}');
    expect(server.grid.change).toHaveBeenCalledWith(ID, ORDERS, { title: 'sales' }, expect.anything());
    expect(document.activeElement).toHaveAttribute('aria-current', 'page');
  });

  it('renaming a header in use asks for confirmation', async () => {
    const { user, server } = await openSheet((server) =>
      server.grid.rows.mockResolvedValue(beans({ callsToday: 214 })),
    );
    await user.keyboard('{ArrowRight}cost{Enter}');
    const dialog = await screen.findByRole('alertdialog', { name: 'Rename “price”?' });
    expect(dialog).toHaveTextContent('“price” is used in 214 requests today.');
    await user.click(screen.getByRole('button', { name: 'Keep “price”' }));
    expect(server.grid.change).not.toHaveBeenCalled();
    fireEvent.mouseDown(cell('price'));
    await user.keyboard('cost{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Rename column' }));
    expect(edits(server)).toEqual([[1, 2, 'cost']]);
  });
});

describe('tabs', () => {
  it('are deleted after a confirmation, and restored from the notice', async () => {
    const { user, server } = await openSheet((given) => given.grid.removeTab.mockResolvedValue({ removed: 'p9' }));
    await user.click(screen.getByRole('button', { name: 'Menu of beans' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByRole('alertdialog', { name: 'Delete beans?' })).toHaveTextContent('3 rows go with it.');
    await user.click(screen.getByRole('button', { name: 'Delete sheet' }));
    expect(server.grid.removeTab).toHaveBeenCalledWith(ID, BEANS, expect.anything());
    expect(await screen.findByText('beans deleted')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement);
    expect(server.grid.addTab).toHaveBeenCalledWith(ID, { restore: 'p9' }, expect.anything());
  });

  it('are marked if hidden in the workbook, in the bar and in the list of tabs', async () => {
    const [first, ...others] = Array.from({ length: 9 }, (_, at) => ({
      ...{ sheetId: BEANS + at, title: at === 0 ? 'beans' : `Sheet ${at}`, rows: 0, columns: 0 },
      ...(at > 6 && { hidden: true }),
    }));
    const { user } = await openSheet((server) =>
      server.grid.one.mockResolvedValue(spreadsheetOf({ tabs: [first!, ...others] })),
    );
    const bar = within(screen.getByRole('navigation', { name: 'Sheets' }));
    expect(bar.getAllByRole('link', { name: /hidden$/ }).map(({ textContent }) => textContent)).toEqual([
      'Sheet 7 hidden',
      'Sheet 8 hidden',
    ]);
    await user.click(screen.getByRole('button', { name: 'All 9 sheets' }));
    expect(await screen.findAllByRole('menuitem', { name: /Hidden$/ })).toHaveLength(2);
  });

  it('a new tab comes last, and is opened', async () => {
    const { user, server } = await openSheet((given) => given.grid.addTab.mockResolvedValue({ sheetId: ORDERS }));
    await user.click(screen.getByRole('button', { name: 'Add a sheet' }));
    expect(server.grid.addTab).toHaveBeenCalledWith(ID, { position: 2, title: 'Sheet 3' }, expect.anything());
    expect(await screen.findByRole('grid', { name: 'orders' })).toBeVisible();
  });
});

describe('links', () => {
  it('download the current workbook, the sheet, or the original', async () => {
    const { user } = await openSheet();
    await user.click(screen.getByRole('button', { name: 'Download' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.getAttribute('href'))).toEqual([
      `http://localhost/api/drive/spreadsheets/${ID}/file?format=xlsx`,
      `http://localhost/api/drive/spreadsheets/${ID}/file?format=csv&tab=${BEANS}`,
      `http://localhost/api/drive/spreadsheets/${ID}/file?format=original`,
    ]);
    expect(items[0]).toHaveTextContent('without colours, widths, merged cells and charts');
  });

  it('"Create project" opens the create flow with the sheet’s URL', async () => {
    const { user, server } = await openSheet((server) => void server.createFlow.check.mockResolvedValue(coffeePreview));
    await user.click(screen.getByRole('link', { name: 'Create project' }));
    expect(await screen.findByText("We've got it!")).toBeVisible();
    expect(screen.getByLabelText('Google Sheet URL')).toHaveValue(`https://tabpoint.example${PLACE}`);
    expect(server.createFlow.check).toHaveBeenCalledTimes(1);
  });

  it('"Open project" opens the endpoint of this tab', async () => {
    await openSheet((server) => server.grid.one.mockResolvedValue(spreadsheetOf({ projectId: 'k3v9tq2mxa7rfw5d' })));
    const link = screen.getByRole('link', { name: 'Open project' });
    expect(link).toHaveAttribute('href', '/projects/k3v9tq2mxa7rfw5d/beans');
  });
});
