import { act, screen, waitFor } from '@testing-library/react';
import { networkGone, refused } from '../../fixtures/appState';
import { closeApp, deferred, openApp } from '../../fixtures/openApp';
import { quietConsole } from '../../fixtures/quietConsole';
import { PLACE, readySheet } from './sheetScreen';
import { answerRows, spreadsheetOf } from './sheetWorld';

quietConsole();
beforeEach(readySheet);
afterEach(closeApp);

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
