import type { About } from '../../../src/contract/about';
import { selectMarketingUrl, selectUploadLimit } from '../../../src/app/about/aboutSlice';
import { createAppStore } from '../../../src/app/store';
import { networkGone } from '../../fixtures/appState';
import { fakePorts, settled } from '../../fixtures/fakePorts';

const about: About = {
  version: '0.1.0',
  googleConfigured: false,
  plans: 'tiered',
  signUps: 'closed',
  uploadLimit: 5 * 1024 * 1024,
  marketingUrl: 'https://tabpoint.example/site',
  sheetOrigin: 'https://sheets.tabpoint.example',
};

const known = (read: () => Promise<About>) => createAppStore(fakePorts({ about: { read } }));

it('the server’s properties are loaded once when the app starts', async () => {
  let reads = 0;
  const store = known(() => Promise.resolve({ ...about, version: String(++reads) }));
  await settled();
  expect(reads).toBe(1);
  expect(selectUploadLimit(store.getState())).toBe(5 * 1024 * 1024);
  expect(selectMarketingUrl(store.getState())).toBe('https://tabpoint.example/site');
});

it.each([
  ['before it is loaded', () => new Promise<About>(() => undefined)],
  ['if it cannot be loaded', () => Promise.reject(networkGone())],
])('the server’s properties have their defaults %s', async (_when, read) => {
  const store = known(read);
  await settled();
  expect(selectUploadLimit(store.getState())).toBe(100 * 1024 * 1024);
  expect(selectMarketingUrl(store.getState())).toBe('');
});
