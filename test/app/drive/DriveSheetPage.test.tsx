import { screen } from '@testing-library/react';
import { coffeePreview } from '../../fixtures/appState';
import { closeApp, completeBrowser, openApp } from '../../fixtures/openApp';
import { quietConsole } from '../../fixtures/quietConsole';

quietConsole();
beforeEach(completeBrowser);
afterEach(closeApp);

const ID = 'tpd_abcdefghijklmnopqrstuvwx';
const URL = `https://tabpoint.example/spreadsheets/d/${ID}`;

describe("a drive spreadsheet's page", () => {
  it('says where it is kept, and offers the file that was uploaded', async () => {
    openApp(`/spreadsheets/d/${ID}`);
    expect(await screen.findByText(URL)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download original' })).toHaveAttribute(
      'href',
      `http://localhost/api/drive/spreadsheets/${ID}/file?format=original`,
    );
  });

  it('"Create project" goes through the create flow with its URL', async () => {
    const { user, server } = openApp(`/spreadsheets/d/${ID}`, {
      given: (server) => void server.createFlow.check.mockResolvedValue(coffeePreview),
    });
    await screen.findByText(URL);
    await user.click(screen.getByRole('link', { name: 'Create project' }));
    expect(await screen.findByText("We've got it!")).toBeVisible();
    expect(screen.getByLabelText('Google Sheet URL')).toHaveValue(URL);
    expect(server.createFlow.check).toHaveBeenCalledTimes(1);
  });
});
