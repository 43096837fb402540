import type { FetchedSpreadsheet } from '../../../src/server/workbook/source';
import { createCheckCache, createSources } from '../../../src/server/sync/sources';
import { createGate } from '../../fixtures/gates';
import { createPlainSource } from '../../fixtures/plainSource';

const owner = { id: 'somebody' };
const signal = new AbortController().signal;
const DRIVE_ID = `tpd_${'a'.repeat(24)}`;
const GOOGLE_ID = '1mXv8kQeY3nRtBzLw5pJhGfDsAaCcVbNm0123456789x';

function setUp() {
  const drive = createPlainSource();
  const google = { ...createPlainSource(), cachesChecks: true };
  return { drive, google, sources: createSources({ drive, google, readTimeoutMs: 60_000 }) };
}

describe('choosing a source by the id', () => {
  it.each([
    [DRIVE_ID, { drive: 1, google: 0 }],
    [GOOGLE_ID, { drive: 0, google: 1 }],
  ])('%s', async (sheetId, reads) => {
    const { drive, google, sources } = setUp();
    await sources.read(owner, sheetId, signal);
    expect({ drive: drive.reads, google: google.reads }).toEqual(reads);
  });

  const [noSheet, publishedPage] = [
    { code: 'source_not_found', detail: 'There is no spreadsheet at this URL.' },
    {
      code: 'source_published_page',
      detail:
        'This is the address of a published page. Paste the address of the spreadsheet itself, which has /edit in it.',
    },
  ];

  it.each([
    ['tpd_', noSheet],
    [`tpd_${'a'.repeat(23)}`, noSheet],
    [`tpd_${'a'.repeat(25)}`, noSheet],
    ['a'.repeat(19), noSheet],
    ['e', publishedPage],
  ])('%s is refused without a request', async (sheetId, refusal) => {
    const { drive, google, sources } = setUp();
    await expect(sources.read(owner, sheetId, signal)).rejects.toMatchObject({ ...refusal, status: 422 });
    expect(drive.reads + google.reads).toBe(0);
  });
});

describe('a source that does not answer', () => {
  it('times out with a sentence, and is aborted', async () => {
    const drive = createPlainSource();
    let given: AbortSignal | undefined;
    drive.before = (ending) => {
      given = ending;
      return new Promise(() => undefined);
    };
    const sources = createSources({ drive, google: drive, readTimeoutMs: 5 });
    await expect(sources.read(owner, DRIVE_ID, signal)).rejects.toMatchObject({
      code: 'source_unavailable',
      detail: 'The place did not answer in time.',
    });
    expect(given?.aborted).toBe(true);
  });

  it('can take longer in the background', async () => {
    const google = { ...createPlainSource(), backgroundTimeoutMs: 60_000 };
    const gate = createGate();
    google.before = () => gate.opened;
    const sources = createSources({ drive: google, google, readTimeoutMs: 5 });
    const patient = sources.read(owner, GOOGLE_ID, signal, { isBackground: true });
    await expect(sources.read(owner, GOOGLE_ID, signal)).rejects.toMatchObject({ code: 'source_unavailable' });
    gate.open();
    await expect(patient).resolves.toMatchObject({ title: 'Tea house' });
  });

  it('is aborted when nobody waits any more', async () => {
    const { drive, sources } = setUp();
    drive.before = () => new Promise(() => undefined);
    const gone = new AbortController();
    const read = sources.read(owner, DRIVE_ID, gone.signal);
    gone.abort(new Error('gone'));
    await expect(read).rejects.toThrow('gone');
    await expect(sources.read(owner, DRIVE_ID, gone.signal)).rejects.toThrow('gone');
  });
});

describe('concurrent checks', () => {
  it('of one sheet by one person read it once', async () => {
    const { google, sources } = setUp();
    const gate = createGate();
    google.before = () => gate.opened;
    const looks = [owner, owner, { id: 'another' }].map((who) => sources.look(who, GOOGLE_ID, signal));
    gate.open();
    const [one, other] = await Promise.all(looks);
    expect([google.reads, one === other]).toEqual([2, true]);
    expect(await sources.look(owner, GOOGLE_ID, signal)).not.toBe(one);
  });

  it('end with the last of their requests', async () => {
    const { google, sources } = setUp();
    let given: AbortSignal | undefined;
    google.before = (ending) => new Promise(() => (given = ending));
    const [first, second] = [new AbortController(), new AbortController()];
    const looks = [first, second].map((one) => sources.look(owner, GOOGLE_ID, one.signal));
    first.abort(new Error('first'));
    await expect(looks[0]).rejects.toThrow('first');
    expect(given?.aborted).toBe(false);
    second.abort(new Error('second'));
    await expect(looks[1]).rejects.toThrow('second');
    expect(given?.aborted).toBe(true);
    google.before = async () => undefined;
    await sources.look(owner, GOOGLE_ID, signal);
    expect(google.reads).toBe(2);
  });
});

describe('the copy of a check', () => {
  it('is used by the sync after it, once: the next sync reads again', async () => {
    const { google, sources } = setUp();
    const looked = await sources.look(owner, GOOGLE_ID, signal);
    expect(await sources.read(owner, GOOGLE_ID, signal, { reuseCheck: true })).toBe(looked);
    expect(google.reads).toBe(1);
    expect(await sources.read(owner, GOOGLE_ID, signal, { reuseCheck: true })).not.toBe(looked);
    expect(google.reads).toBe(2);
  });

  it('is replaced by each check', async () => {
    const { google, sources } = setUp();
    await sources.look(owner, GOOGLE_ID, signal);
    const second = await sources.look(owner, GOOGLE_ID, signal);
    expect(await sources.read(owner, GOOGLE_ID, signal, { reuseCheck: true })).toBe(second);
    expect(google.reads).toBe(2);
  });

  it.each([
    ['by a request that needs the current sheet', owner, false],
    ['for another person', { id: 'another' }, true],
  ])('is not used %s', async (_what, who, reuseCheck) => {
    const { google, sources } = setUp();
    await sources.look(owner, GOOGLE_ID, signal);
    await sources.read(who, GOOGLE_ID, signal, { reuseCheck });
    expect(google.reads).toBe(2);
  });

  it('is not stored for a failure, nor for a source that is quick to read', async () => {
    const { drive, google, sources } = setUp();
    google.before = () => Promise.reject(new Error('broken'));
    await expect(sources.look(owner, GOOGLE_ID, signal)).rejects.toThrow('broken');
    google.before = async () => undefined;
    await sources.read(owner, GOOGLE_ID, signal, { reuseCheck: true });
    await sources.look(owner, DRIVE_ID, signal);
    await sources.read(owner, DRIVE_ID, signal, { reuseCheck: true });
    expect([google.reads, drive.reads]).toEqual([2, 2]);
  });
});

describe('stored copies', () => {
  const sheet = (bytes: number): FetchedSpreadsheet => ({
    source: 'googleLink',
    title: 'Sheet',
    writable: false,
    steadyNumbers: true,
    bytes,
    tabs: [],
  });
  const MEGABYTE = 1024 * 1024;

  it('expire after ten minutes', () => {
    let now = 1;
    const fetched = createCheckCache({ now: () => now });
    fetched.set('a', sheet(1));
    now += 10 * 60_000;
    expect(fetched.get('a')).toBeDefined();
    fetched.set('a', sheet(1));
    now += 10 * 60_000 + 1;
    expect(fetched.get('a')).toBeUndefined();
  });

  it('are limited by bytes, and the oldest are evicted first', () => {
    const fetched = createCheckCache();
    fetched.set('a', sheet(30 * MEGABYTE));
    fetched.set('b', sheet(30 * MEGABYTE));
    fetched.set('c', sheet(30 * MEGABYTE));
    expect(['a', 'b', 'c'].map((id) => fetched.get(id) !== undefined)).toEqual([false, true, true]);
  });

  it('are limited by number, and do not include large ones', () => {
    const fetched = createCheckCache();
    for (let n = 0; n < 51; n += 1) fetched.set(`sheet ${n}`, sheet(1));
    expect(fetched.get('sheet 0')).toBeUndefined();
    expect(fetched.get('sheet 1')).toBeDefined();
    fetched.set('large', sheet(65 * MEGABYTE));
    expect(fetched.get('large')).toBeUndefined();
    expect(fetched.get('sheet 2')).toBeDefined();
  });
});
