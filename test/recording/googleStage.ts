import { type GoogleDouble, startGoogleDouble } from '../fixtures/google/googleDouble';
import type { GoogleTab } from '../fixtures/google/googleWorld';
import { headerOf } from './client';
import type { Environment, Product } from './product';
import type { Stage } from './stage';
import type { Visitor } from './visitor';

/** Email address of the person at the browser of the Google double. */
export const MARA = 'mara@gmail.example';

/** Settings of a server whose people can connect their accounts at the double. */
export const GOOGLE_CLIENT: Environment = { GOOGLE_CLIENT_ID: 'double-client', GOOGLE_CLIENT_SECRET: 'double-secret' };

/** Creates an id in Google's form that names what it stands for. */
export const googleId = (name: string) => `1${name}`.padEnd(44, '0');

/** A small sheet of teas. */
export const TEAS: readonly GoogleTab[] = [
  {
    gid: 0,
    title: 'Teas',
    cells: [
      ['name', 'price', 'organic', 'code'],
      ['Assam', 4.5, true, '00501'],
      ['Darjeeling', 7, false, '00502'],
      ['Sencha', 9.25, true, '01003'],
    ],
  },
];

/** Starts a Google double, runs a scenario with it, and closes it. */
export async function withGoogle(stage: Stage, play: (google: GoogleDouble) => Promise<void>): Promise<void> {
  const google = await startGoogleDouble();
  const [origin, content] = google.origins;
  stage.names.literal(origin, 'http://google.example');
  stage.names.literal(content, 'http://content.google.example');
  try {
    await play(google);
  } finally {
    await google.close();
  }
}

/** Starts a server that uses a Google double. */
export const startBeside = (stage: Stage, google: GoogleDouble, more: Environment = {}): Promise<Product> =>
  stage.start({ GOOGLE_DOUBLE: google.origins.join(','), ...more });

/** Connects an account: opens Google's page, presses a button there, and comes back. */
export async function connect(
  stage: Stage,
  as: Visitor,
  {
    to = '/account',
    answer = 'allow',
    writing = false,
  }: { to?: string; answer?: 'allow' | 'deny'; writing?: boolean } = {},
): Promise<void> {
  const path = `/api/google/connect?to=${encodeURIComponent(to)}${writing ? '&write=1' : ''}`;
  const sent = await stage.call('to Google', { path, as });
  const page = new URL(headerOf(sent, 'location') ?? '');
  page.pathname += '/consent';
  page.searchParams.set('answer', answer);
  const pressed = await fetch(page, { redirect: 'manual' });
  const back = new URL(pressed.headers.get('location') ?? '');
  await stage.call(`and back, to ${answer}`, { path: back.pathname + back.search, as });
}
