import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { inspectEverywhere } from './inspect';
import { createProject, csvFile, openProject } from './projects';
import { expect, signUp, test } from './test';

const BEANS = csvFile(
  'beans',
  'name,origin,price,in stock,harvested',
  'Kochere Natural,Ethiopia,17.5,true,2025-01-14',
  'Huila Pink Bourbon,Colombia,21,true,2025-02-02',
  'Nyeri AA,Kenya,19.8,false,2024-12-11',
  'Sidama Bensa,Ethiopia,18.9,true,2025-01-29',
);

/** Creates a key on the Access view, and returns. */
async function makeKey(page: Page, scopes: readonly string[]) {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('radio', { name: 'Secret' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Roast bot');
  for (const scope of scopes) await page.getByRole('checkbox', { name: scope }).check();
  await page.getByRole('button', { name: 'Make key' }).click();
  const key = (await page.getByLabel('The key Roast bot').textContent()) ?? '';
  await page.getByRole('button', { name: /^Copy/ }).last().click();
  await page.getByRole('button', { name: 'Done' }).click();
  return key;
}

const answerBody = (page: Page) => page.getByRole('region', { name: 'Response body' });
const send = (page: Page) => page.getByRole('button', { name: /^Send/ });

test('the calls of a tab: documentation, code, and Try it', async ({ page, context, complaints }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page);
  await createProject(page, BEANS);
  await openProject(page, 'beans', 'API');

  await test.step('the owner needs no key', async () => {
    await send(page).click();
    await expect(page.getByText('200 OK')).toBeVisible();
    await expect(answerBody(page)).toContainText('"name": "Sidama Bensa"');
    await inspectEverywhere(page, 'as the owner');
  });

  await test.step('an unknown key is rejected as in any program: without cookies', async () => {
    await page.getByLabel('key', { exact: true }).fill('tp_sk_none');
    const call = page.waitForRequest(/:\d+\/v1\/.*_limit=2$/);
    await send(page).click();
    expect((await (await call).allHeaders()).cookie).toBeUndefined();
    await expect(page.getByText('401 Unauthorized')).toBeVisible();
    await inspectEverywhere(page, 'refused');
    await page.getByRole('link', { name: 'Access' }).click();
  });
  const key = await makeKey(page, ['Add rows', 'Delete rows']);
  await page.getByRole('link', { name: 'API' }).click();

  await test.step('a new key is accepted, and the snippet sends the same call', async () => {
    await page.getByLabel('key', { exact: true }).fill(key);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('200 OK')).toBeVisible();
    await expect(answerBody(page)).toContainText('"name": "Sidama Bensa"');
    await inspectEverywhere(page, 'answered');
    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByRole('button', { name: 'Copy code' }).click();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const answer = JSON.parse(execFileSync('sh', ['-c', `${command} --silent`]).toString()) as { data: unknown[] };
    expect(answer.data).toHaveLength(2);
    await answerBody(page).getByRole('button', { name: 'data', exact: true }).click();
    await expect(answerBody(page)).toContainText('"data": [ … 2 ],');
  });

  let id = '';
  await test.step('a row is really added', async () => {
    await page.getByRole('link', { name: /Add a row/ }).click();
    await expect(page.getByText('Send adds a real row to your sheet.')).toBeVisible();
    await page.getByRole('textbox', { name: 'body' }).fill('{ "name": "Aceh Gayo", "price": 15.9 }');
    await send(page).click();
    await expect(page.getByText('201 Created')).toBeVisible();
    id = /"_id": "([^"]+)"/.exec((await answerBody(page).textContent()) ?? '')?.[1] ?? '';
    await inspectEverywhere(page, 'added');
  });

  await test.step('and deleted after confirmation', async () => {
    await page.getByRole('link', { name: /Delete a row/ }).click();
    await page.getByRole('textbox', { name: 'id' }).fill(id);
    await send(page).click();
    await expect(page.getByRole('alertdialog', { name: 'Delete this row?' })).toContainText(id);
    await page.getByRole('button', { name: 'Delete row' }).click();
    await expect(page.getByText('204 No Content')).toBeVisible();
  });

  await test.step('the OpenAPI file, also of a private project', async () => {
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'OpenAPI file' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('beans.openapi.json');
    const document = JSON.parse(readFileSync(await download.path(), 'utf8')) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
  });
  expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
});
