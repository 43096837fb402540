import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { planNames, plans } from '../../../src/contract/plans';
import { about, appTests, openApp } from '../../fixtures/openApp';

appTests();

describe.each(['/login', '/signup'])(
  'at %s "Pricing" links to a public page, as the one in the app requires a session',
  (place) => {
    it.each([
      ['with the plans', { plans: 'tiered' }, '/site/pricing.html'],
      ['without prices if the server has no plans', { plans: 'unlimited' }, '/site/included.html'],
      ['on the marketing site', { marketingUrl: 'https://our.example/' }, 'https://our.example/pricing.html'],
    ] as const)('%s', async (_what, parts, href) => {
      openApp(place, {
        given: (server) => {
          server.session.read.mockResolvedValue(null);
          server.about.read.mockResolvedValue({ ...about, ...parts });
        },
      });
      const footer = within(await screen.findByRole('contentinfo'));
      await waitFor(() => expect(footer.getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', href));
    });
  },
);

it('the page for a server without plans names no price', () => {
  const page = readFileSync(join(__dirname, '../../../public/site/included.html'), 'utf8');
  expect(page).toContain('Limits on this server are set by its administrator.');
  expect(page).not.toMatch(/[$€]|Upgrade|Free|Pro\b/);
});

describe('the public page of the plans', () => {
  const page = new DOMParser().parseFromString(
    readFileSync(join(__dirname, '../../../public/site/pricing.html'), 'utf8'),
    'text/html',
  );
  const rows = [...page.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
  const counted = (value: number) => value.toLocaleString('en');

  it.each(planNames)('names the price and the limits of %s', (name) => {
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
