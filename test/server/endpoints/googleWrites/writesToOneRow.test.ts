import { GOOGLE_CLIENT } from '../../../fixtures/google/consenting';
import { type GoogleServer, googleServerOnce } from '../../../fixtures/google/googleServer';
import { writableSheet } from './writableSheet';

const TEAS = [
  {
    gid: 7,
    title: 'Teas',
    cells: [
      ['name', 'price'],
      ['Assam', 4],
      ['Sencha', 9],
    ],
  },
];

let server: GoogleServer;
googleServerOnce((made) => (server = made), { googleClient: GOOGLE_CLIENT });

async function openSheet() {
  const sheet = await writableSheet(server, TEAS);
  const [assam] = await sheet.rows();
  const change = async (body: object, key = '') =>
    (await sheet.call('PATCH', `/${assam?._id}`, { body, headers: key === '' ? {} : { 'idempotency-key': key } }))
      .status;
  return { ...sheet, change };
}

it('concurrent writes to one row are done one after the other', async () => {
  const sheet = await openSheet();
  const bodies = [{ price: 1 }, { price: 2 }, { name: 'Ceylon' }];
  expect(await Promise.all(bodies.map((body) => sheet.change(body)))).toEqual([200, 200, 200]);
  expect(sheet.cells()[1]).toEqual(['Ceylon', 2]);
  const filtered = [3, 4].map((price) => sheet.call('PATCH', '?name=Sencha', { body: { price } }));
  expect((await Promise.all(filtered)).map(({ status }) => status)).toEqual([200, 200]);
  expect(sheet.cells()[2]).toEqual(['Sencha', 4]);
});

it('a write after one whose response was lost is done after it', async () => {
  const sheet = await openSheet();
  const { faults } = server.google;
  for (const [n, key] of ['', 'k'].entries()) {
    faults.nextOf(/values:batchUpdateByDataFilter/, 'unsaid');
    faults.onCall = ({ path }) => {
      if (path.includes('values:batchUpdateByDataFilter')) faults.always('cut');
    };
    expect(await sheet.change({ price: n + 20 })).toBe(504);
    faults.onCall = undefined;
    faults.always(undefined);
    expect(await sheet.change({ price: n + 30 }, key)).toBe(200);
    expect(sheet.cells()[1]).toEqual(['Assam', n + 30]);
  }
});
