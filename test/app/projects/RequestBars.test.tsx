import { screen, within } from '@testing-library/react';
import { projectOf } from '../../fixtures/appState';
import { appTests, openApp } from '../../fixtures/openApp';

appTests();

const called = projectOf({ requests: { week: [640, 702, 688, 730, 502, 558, 782] } });
const quiet = projectOf({ id: 'tea', title: 'Tea', createdAt: '2026-02-01T10:00:00.000Z' });

/** Height and opacity of each bar, and the total beside them. */
const barsOf = (row: HTMLElement) => ({
  bars: [...row.querySelectorAll('svg[role="img"] rect')].map((bar) => [
    Number(bar.getAttribute('height')).toFixed(1),
    bar.getAttribute('opacity'),
  ]),
  fill: row.querySelector('svg[role="img"] rect')?.getAttribute('fill'),
});

it('shows the requests of seven days, today solid, with their total', async () => {
  openApp('/', { projects: [called, quiet] });
  const table = await screen.findByRole('table', { name: 'Projects' });
  const [first, second] = within(table).getAllByRole('row').slice(1) as [HTMLElement, HTMLElement];
  expect(within(first).getByRole('img', { name: 'Requests a day: 640, 702, 688, 730, 502, 558, 782' })).toBeVisible();
  expect(within(first).getByText('4,602')).toBeVisible();
  expect(barsOf(first)).toEqual({
    bars: [
      ['21.3', '0.42'],
      ['23.3', '0.42'],
      ['22.9', '0.42'],
      ['24.3', '0.42'],
      ['16.7', '0.42'],
      ['18.6', '0.42'],
      ['26.0', '1'],
    ],
    fill: 'var(--chart-1)',
  });
  expect(barsOf(second)).toEqual({ bars: Array.from({ length: 7 }, () => ['2.0', '1']), fill: 'var(--chart-muted)' });
});
