import { screen, waitFor, within } from '@testing-library/react';
import { networkGone, refused } from '../../fixtures/appState';
import { appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';
import type { DriveSpreadsheet } from '../../../src/contract/drive';
import { copy, crm, faq, shop, templateOf } from './gallery';

appTests();

const hostile = templateOf('<b>bold</b> 🐘', 'Work', '\u202egnol\u202c <img src=x onerror=alert(1)>', 'a'.repeat(300));

async function open(given?: (server: TestServer) => void) {
  const opened = openApp('/templates', {
    given: (server) => {
      server.templates.list.mockResolvedValue([shop, crm, faq]);
      given?.(server);
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Templates' });
  return opened;
}

const cards = async () =>
  (await within(await screen.findByRole('list', { name: 'Templates' })).findAllByRole('listitem')).map(
    (item) => within(item).getByRole('heading', { level: 2 }).textContent,
  );
const dialog = () => screen.findByRole('dialog', { name: shop.title });

async function look() {
  const opened = await open();
  await opened.user.click(await screen.findByRole('button', { name: shop.title }));
  return { ...opened, box: within(await dialog()) };
}

describe('the gallery', () => {
  it('shows each template with its description, its category and its tabs', async () => {
    await open();
    expect(await cards()).toEqual([shop.title, crm.title, faq.title]);
    const [card] = within(screen.getByRole('list', { name: 'Templates' })).getAllByRole('listitem');
    for (const text of [shop.line, 'Shop', 'products', 'categories']) {
      expect(within(card as HTMLElement).getByText(text)).toBeVisible();
    }
  });

  it('is marked as busy while it loads, and loads again after a failure', async () => {
    const first = deferred<never>();
    const { user, server } = await open(({ templates }) => templates.list.mockReturnValueOnce(first.promise));
    expect(screen.queryByRole('list', { name: 'Templates' })).toBeNull();
    first.reject(refused(503));
    expect(await screen.findByRole('alert')).toHaveTextContent(/The templates did not load.*answered with 503/);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await cards()).toHaveLength(3);
    expect(server.templates.list).toHaveBeenCalledTimes(2);
  });

  it('shows one category at a time', async () => {
    const { user } = await open();
    await cards();
    const pill = within(screen.getByRole('group', { name: 'Category' })).getByRole('button', { name: 'Work' });
    await user.click(pill);
    expect(pill).toHaveAttribute('aria-pressed', 'true');
    expect(await cards()).toEqual([crm.title]);
    expect(screen.getByText('1 template')).toHaveAttribute('role', 'status');
  });

  it.each([
    ['a title', 'catal', [shop.title]],
    ['a description, ignoring case', 'HAPPENS', [crm.title]],
    ['the name of a tab', 'quest', [faq.title]],
    ['a category', 'content', [faq.title]],
  ])('finds by %s', async (_what, text, found) => {
    const { user } = await open();
    await cards();
    await user.type(screen.getByRole('searchbox', { name: 'Find a template' }), text);
    expect(await cards()).toEqual(found);
  });

  it('shows that nothing matches, and clears the search', async () => {
    const { user } = await open();
    await cards();
    await user.type(screen.getByRole('searchbox'), 'tea');
    expect(screen.getByText('No template matches “tea”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Shop' }));
    expect(screen.getByText('No template in Shop matches “tea”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all templates' }));
    expect(await cards()).toHaveLength(3);
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  it('shows hostile text as text', async () => {
    await open(({ templates }) => templates.list.mockResolvedValue([hostile]));
    expect(await cards()).toEqual([hostile.title]);
    expect(document.querySelector('main img, main b b')).toBeNull();
  });
});

describe('the preview', () => {
  it('shows each tab with its rows, its endpoint and a row as JSON', async () => {
    const { user, box } = await look();
    expect(box.getByRole('tab', { name: /products/ })).toHaveAttribute('aria-selected', 'true');
    expect(box.getByRole('columnheader', { name: 'products on' })).toBeVisible();
    expect(box.getByRole('cell', { name: 'TRUE' })).toBeVisible();
    expect(box.getByRole('region', { name: 'A row of products as JSON' })).toHaveTextContent(
      '{ "name": "Oak of products", "products on": true }',
    );
    await user.click(box.getByRole('tab', { name: /categories/ }));
    expect(box.getByRole('region', { name: 'Endpoint' })).toHaveTextContent(
      /GET.*\/v1\/…\/categories12 rows, 2 columns/,
    );
    expect(box.getByRole('cell', { name: 'Oak of categories' })).toBeVisible();
    await user.keyboard('{ArrowRight}');
    expect(box.getByRole('tab', { name: /products/ })).toHaveFocus();
    expect(box.getByRole('tabpanel', { name: /products/ })).toBeVisible();
  });

  it('closes without copying anything', async () => {
    const { user, server, box } = await look();
    await user.click(box.getByRole('button', { name: 'Back to templates' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.templates.use).not.toHaveBeenCalled();
  });
});

describe('"Use template"', () => {
  it('copies the template and goes to the create page, where its URL is checked', async () => {
    const { user, server, box } = await look();
    const copied = deferred<DriveSpreadsheet>();
    server.templates.use.mockReturnValue(copied.promise);
    server.createFlow.check.mockResolvedValue({ title: copy.title, tabs: [{ sheetId: 1, title: 'products' }] });
    const button = box.getByRole('button', { name: 'Use template' });
    await user.click(button);
    await user.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(box.getByRole('button', { name: 'Back to templates' })).toBeDisabled();
    copied.resolve(copy);
    expect(await screen.findByRole('heading', { name: 'Create a new project' })).toBeVisible();
    expect(await screen.findByText("We've got it!")).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Google Sheet URL' })).toHaveValue(copy.url);
    expect(server.templates.use.mock.calls.map(([{ templateId }]) => templateId)).toEqual([shop.id]);
    expect(server.createFlow.check.mock.calls.map(([id]) => id)).toEqual([copy.id]);
    expect(window.location.pathname).toBe('/projects/new');
  });

  it('shows why it failed in the preview, and can be tried again', async () => {
    const { user, server, box } = await look();
    server.templates.use.mockRejectedValueOnce(networkGone());
    await user.click(box.getByRole('button', { name: 'Use template' }));
    expect(await box.findByRole('alert')).toHaveTextContent('The template may not have been copied. Try again.');
    await user.click(box.getByRole('button', { name: 'Use template' }));
    expect(box.queryByRole('alert')).toBeNull();
  });
});
