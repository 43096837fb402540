import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as browserType, type Page } from '@playwright/test';
import { writeXlsx } from 'hucre';
import { startProduct, stopProduct } from '../test/fixtures/product';
import { chromium } from './chromium.mjs';

/** `npm run docs:pictures`: takes the screenshots of the documentation from the running product. */

const folder = join(__dirname, '../docs/pictures');
const address = 'mara@haldencoffee.example';

const beans = [
  ['name', 'roaster', 'origin', 'process', 'roast', 'price', 'in stock', 'harvested'],
  ['Kochere Natural', 'North Quay', 'Ethiopia', 'Natural', 'Light', 17.5, true, new Date('2025-01-14')],
  ['Huila Pink Bourbon', 'Saltbox', 'Colombia', 'Washed', 'Light', 21, true, new Date('2025-02-02')],
  ['Nyeri AA', 'Morrow', 'Kenya', 'Washed', 'Light', 19.8, false, new Date('2024-12-11')],
  ['Fazenda Sertão', 'Brass Kettle', 'Brazil', 'Pulped natural', 'Medium', 14.2, true, new Date('2024-09-30')],
  ['Huehue Los Pinos', 'Tidewater', 'Guatemala', 'Washed', 'Medium', 15.6, true, new Date('2025-03-08')],
  ['Aceh Gayo', 'Lumen', 'Indonesia', 'Wet hulled', 'Dark', 15.9, true, new Date('2024-11-20')],
  ['Gesha Lot 14', 'Halden', 'Panama', 'Anaerobic', 'Light', 46, true, new Date('2025-02-19')],
  ['Kirinyaga PB', 'North Quay', 'Kenya', 'Washed', 'Light', 20.4, true, new Date('2024-12-18')],
  ['Santa Ana Honey', 'Saltbox', 'El Salvador', 'Honey', 'Medium', 16.7, true, new Date('2025-03-21')],
  ['Sidama Bensa', 'Morrow', 'Ethiopia', 'Natural', 'Light', 18.9, true, new Date('2025-01-29')],
];
const roasters = [
  ['name', 'city', 'founded'],
  ['North Quay', 'Bergen', 2009],
  ['Saltbox', 'Porto', 2014],
];
const orders = [
  ['order', 'bean', 'grams'],
  ['00501', 'Nyeri AA', 250],
  ['00502', 'Kochere Natural', 1000],
];

async function workbook(): Promise<string> {
  const sheets = Object.entries({ beans, roasters, orders }).map(([name, rows]) => ({ name, rows }));
  const path = join(mkdtempSync(join(tmpdir(), 'tabpoint-pictures-')), 'Coffee roasters 2025.xlsx');
  writeFileSync(path, await writeXlsx({ sheets }));
  return path;
}

async function signUp(page: Page, url: string) {
  await page.goto(`${url}/signup`);
  await page.getByLabel('Name').fill('Mara Halden');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill('a quiet sentence works well');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: address }).waitFor();
}

async function take(page: Page, url: string) {
  const picture = (name: string) => page.screenshot({ path: join(folder, `${name}.png`) });
  await signUp(page, url);
  await page.goto(`${url}/projects/new`);
  await page.locator('input[type=file]').setInputFiles(await workbook());
  const create = page.getByRole('button', { name: 'Create project with this sheet' });
  await create.waitFor();
  await picture('create');
  await create.click();
  await page.getByRole('link', { name: 'Coffee roasters 2025' }).first().click();
  await page.getByRole('gridcell', { name: 'Kochere Natural' }).waitFor();
  await page.mouse.move(0, 0);
  await picture('project');
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page
    .getByRole('button', { name: /Send|Try/ })
    .first()
    .waitFor();
  await picture('api');
  await page.goto(`${url}/templates`);
  await page.getByRole('heading', { name: 'Templates' }).waitFor();
  await page.getByRole('button', { name: 'Event RSVP' }).waitFor();
  await picture('templates');
  await page.goto(`${url}/learn`);
  await page.getByRole('heading', { name: 'Learn Tabpoint' }).waitFor();
  await picture('learn');
}

async function main() {
  mkdirSync(folder, { recursive: true });
  const product = await startProduct();
  const { executablePath, env } = await chromium();
  const launched = {
    executablePath,
    args: ['--no-sandbox'],
    env: { ...process.env, ...env } as Record<string, string>,
  };
  const browser = await browserType.launch(launched);
  const page = await browser.newPage({
    viewport: { width: 1280, height: 880 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  });
  await take(page, product.url);
  await browser.close();
  await stopProduct(product);
}

void main();
