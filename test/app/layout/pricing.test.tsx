import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import { planNames, plans } from '../../../src/contract/plans';
import { closeApp, completeBrowser, openApp } from '../../fixtures/openApp';
import { quietConsole } from '../../fixtures/quietConsole';

quietConsole();
beforeEach(completeBrowser);
afterEach(closeApp);

describe.each(['/login', '/signup'])('at %s', (place) => {
  it("'Pricing' leads to the public page of the plans, as the one in the app is guarded", async () => {
    openApp(place, { given: (server) => void server.session.read.mockResolvedValue(null) });
    const footer = within(await screen.findByRole('contentinfo'));
    expect(footer.getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/site/pricing.html');
  });
});

describe('the public page of the plans', () => {
  const page = new DOMParser().parseFromString(
    readFileSync(join(__dirname, '../../../public/site/pricing.html'), 'utf8'),
    'text/html',
  );
  const rows = [...page.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
  const counted = (value: number) => value.toLocaleString('en');

  it.each(planNames)('says what %s is and allows', (name) => {
    const column = rows.map((cells) => cells[planNames.indexOf(name) + 1]);
    const plan = plans[name];
    expect(column).toEqual([
      `${plan.name}, $${plan.price}`,
      ...[plan.projects, plan.requestsPerMonth, plan.requestsPerMinute, plan.rowsPerTab].map(counted),
      `${plan.uploadBytes / 1024 / 1024} MB`,
      `${plan.shortestRefresh} s`,
      `${plan.historyDays} days`,
    ]);
  });
});
