import { type GoogleDouble, startGoogleDouble } from '../fixtures/google/googleDouble';
import { type Product, startProduct, stopProduct } from '../fixtures/product';
import { test as base } from './test';

/** Settings of a product that depend on its Google double. */
type GoogleSettings = (google: GoogleDouble) => Readonly<Record<string, string>>;

/** Playwright's `test` against a product whose Google is a double on this machine. */
export const testWithGoogle = (settings: GoogleSettings = () => ({})) =>
  base.extend<object, { google: GoogleDouble; product: Product }>({
    google: [
      async ({}, use) => {
        const google = await startGoogleDouble();
        await use(google);
        await google.close();
      },
      { scope: 'worker' },
    ],
    product: [
      async ({ google }, use) => {
        const doubled = { TRUST_PROXY: 'true', GOOGLE_DOUBLE: google.origins.join(',') };
        const product = await startProduct({ ...doubled, ...settings(google) });
        await use(product);
        await stopProduct(product);
      },
      { scope: 'worker' },
    ],
  });

/** A product whose people can connect their Google accounts; shared by the tests of several files. */
export const testWithAccounts = testWithGoogle(({ accounts: { client } }) => ({
  GOOGLE_CLIENT_ID: client.id,
  GOOGLE_CLIENT_SECRET: client.secret,
}));

/** The URL of a spreadsheet as people copy it. */
export const urlOf = (id: string) => `https://docs.google.com/spreadsheets/d/${id}/edit?usp=sharing#gid=812345678`;
