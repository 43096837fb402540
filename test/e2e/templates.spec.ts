import { inspectEverywhere } from './inspect';
import { expect, signUp, test } from './test';

test('a template is found, previewed, used, and becomes a project', async ({ page, complaints }) => {
  await signUp(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Browse templates' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Templates' })).toBeFocused();
  const cards = page.getByRole('list', { name: 'Templates' }).getByRole('listitem');
  await expect(cards).toHaveCount(10);

  await page.keyboard.press('/');
  await page.keyboard.type('tea leaves');
  await expect(page.getByText('No template matches “tea leaves”.')).toBeVisible();
  await inspectEverywhere(page, 'no template');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Events', exact: true }).click();
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'All', exact: true }).click();

  const card = page.getByRole('button', { name: 'Event RSVP' });
  await card.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Event RSVP' });
  await expect(dialog.getByRole('cell', { name: 'Ida Berg' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Use template' })).toBeInViewport();
  await inspectEverywhere(page, 'preview of a template');
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();

  await page.keyboard.press('Enter');
  await dialog.getByRole('tab', { name: 'guests' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('cell', { name: 'Main hall' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Use template' }).press('Enter');
  await expect(page).toHaveURL(/\/projects\/new\?sheet=/);
  await expect(page.getByRole('heading', { name: 'Event RSVP' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'events', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: '2026-05-08' })).toBeVisible();
  expect(complaints).toEqual([]);
});
