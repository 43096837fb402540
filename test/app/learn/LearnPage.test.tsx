import { screen, within } from '@testing-library/react';
import { guides } from '../../../src/app/learn/guideList';
import { appTests, openApp } from '../../fixtures/openApp';

appTests();
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const results = () =>
  within(screen.getByRole('region', { name: 'Found' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('/learn', () => {
  it('shows the first guide as a card with its steps, and the others by topic', async () => {
    openApp('/learn');
    await heading('Learn Tabpoint');
    expect(screen.getByText('Short guides with code you can paste.')).toBeVisible();
    expect(screen.getByText('Start here, 1 min')).toBeVisible();
    const main = within(screen.getByRole('main'));
    for (const { title } of guides) expect(main.getAllByRole('link', { name: new RegExp(`^${title}`) }).length).toBe(2);
    const steps = screen.getByText('Make a sheet with a header row').closest('ol');
    expect(within(steps as HTMLElement).getAllByRole('listitem')).toHaveLength(5);
    expect(main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Your first endpoint',
      'Start',
      'Rows',
      'Protect',
      'Use it from',
      'Move from',
    ]);
  });

  // jsdom has no window width, so it hides elements for phones.
  it('lists every guide by topic beside the page, and in a select on phones', async () => {
    const { user } = openApp('/learn');
    await heading('Learn Tabpoint');
    const side = within(screen.getByRole('navigation', { name: 'Guides' }));
    expect(side.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(guides.map(({ title }) => title));
    expect(within(side.getByRole('list', { name: 'Protect' })).getAllByRole('listitem')).toHaveLength(2);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Guide', hidden: true }), 'Write rows');
    await heading('Write rows');
    expect(window.location.pathname).toBe('/learn/write');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Guide', hidden: true }), 'All guides');
    await heading('Learn Tabpoint');
  });

  it('searches titles, headings and texts with "/", and links to the heading', async () => {
    const { user } = openApp('/learn');
    await heading('Learn Tabpoint');
    await user.keyboard('/idempotency');
    expect(screen.getByRole('searchbox', { name: 'Search guides' })).toHaveFocus();
    await screen.findByText(/guides found/);
    expect(results()[0]).toContain('Write rows, Two at the same time');
    await user.click(screen.getByRole('link', { name: /Two at the same time/ }));
    await heading('Write rows');
    expect(window.location.hash).toBe('#two-at-the-same-time');
    expect(await screen.findByRole('heading', { name: /^Two at the same time/ })).toHaveFocus();
  });

  it('shows that nothing was found, and clears the search', async () => {
    const { user } = openApp('/learn');
    await heading('Learn Tabpoint');
    await user.type(screen.getByRole('searchbox'), ' tea leaves ');
    await user.click(await screen.findByRole('button', { name: 'Clear search' }));
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(screen.getByRole('heading', { level: 2, name: 'Rows' })).toBeVisible();
  });

  it('announces the results to screen readers', async () => {
    const { user } = openApp('/learn');
    await heading('Learn Tabpoint');
    await user.type(screen.getByRole('searchbox'), 'tea leaves');
    expect(
      await screen.findByText('No guide matches “tea leaves”.', { selector: '[role=status]' }),
    ).toBeInTheDocument();
  });
});
