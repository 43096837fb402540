import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { scanForViruses } from '../../../src/server/drive/virusScan';
import { type ClamdDouble, EICAR, startClamdDouble } from '../../fixtures/clamd';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { SMALL_CSV, upload, uploaded, uploadTraces, uploadVersion } from '../../fixtures/driveFiles';
import type { SignedIn } from '../../fixtures/people';

const INFECTED = { name: 'teas.csv', bytes: `name,price\n"${EICAR}",4\n` };

let clamd: ClamdDouble;
let test: TestApp;
let who: SignedIn;
const lines: string[] = [];
beforeAll(async () => {
  clamd = await startClamdDouble();
  const logTo = { write: (line: string) => void lines.push(line) };
  test = await buildTestApp({ clamavAddress: clamd.address, logLevel: 'warn' }, { logTo });
  who = await test.signUp();
});
beforeEach(() => {
  clamd.mood = 'well';
  clamd.seen.length = 0;
  lines.length = 0;
});
afterAll(async () => {
  await test.close();
  await clamd.close();
});

const traces = () => uploadTraces(test);

const scanCount = async (outcome: string) => {
  const { body } = await test.app.inject({ url: '/metrics' });
  return Number(new RegExp(`^tabpoint_virus_scans_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(body)?.[1]);
};

describe('an uploaded file', () => {
  it('is scanned completely, whatever its size, and then read', async () => {
    const large = { name: 'large.csv', bytes: `name,price\n${'Assam,4\n'.repeat(40_000)}` };
    await uploaded(test, who, large);
    await uploaded(test, who, SMALL_CSV);
    expect(clamd.seen.map(String)).toEqual([large.bytes, SMALL_CSV.bytes]);
    expect(lines).toEqual([]);
  });

  it('is refused with a virus in it, leaves nothing behind, and is counted and logged', async () => {
    const [before, found] = [await traces(), await scanCount('found')];
    const response = await upload(test, who, INFECTED);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      code: 'unsafe_workbook',
      detail: 'The virus scanner found "Eicar-Test-Signature" in this file.',
      hint: expect.stringContaining('clean copy'),
    });
    expect(await traces()).toEqual(before);
    expect(await scanCount('found')).toBe(found + 1);
    expect(lines.join('')).toContain('"virus":"Eicar-Test-Signature"');
    expect(lines.join('')).not.toContain('teas');
  });

  it('is refused as a new version too, even with dry_run', async () => {
    const { id } = await uploaded(test, who);
    const before = await traces();
    for (const query of ['', '?dry_run=1']) {
      const response = await uploadVersion(test, who, id, INFECTED, query);
      expect(response.json()).toMatchObject({ status: 422, code: 'unsafe_workbook' });
    }
    expect(await traces()).toEqual(before);
  });

  it.each(['ending', 'full'] as const)('is refused when it cannot be scanned: %s', async (mood) => {
    clamd.mood = mood;
    const [before, failed] = [await traces(), await scanCount('failed')];
    const response = await upload(test, who, SMALL_CSV);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '10']);
    expect(response.json()).toMatchObject({ code: 'busy', detail: expect.stringContaining('cannot be scanned') });
    expect(await traces()).toEqual(before);
    expect(await scanCount('failed')).toBe(failed + 1);
    expect(lines.join('')).toContain('a file was not scanned for viruses');
    if (mood === 'full') expect(lines.join('')).toContain('INSTREAM size limit exceeded');
  });
});

describe('a virus scanner', () => {
  const log = { error: () => undefined, warn: () => undefined } as unknown as FastifyBaseLogger;
  let folder = '';
  let file = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tabpoint-scan-'));
    file = join(folder, 'teas.csv');
    writeFileSync(file, SMALL_CSV.bytes);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const never = new AbortController().signal;

  it('that never answers times out', async () => {
    clamd.mood = 'silent';
    await expect(scanForViruses({ clamavAddress: clamd.address }, file, log, never, 50)).rejects.toMatchObject({
      code: 'busy',
    });
  });

  it('is not used after the client has disconnected', async () => {
    clamd.mood = 'silent';
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(scanForViruses({ clamavAddress: clamd.address }, file, log, gone)).rejects.toThrow('gone');
  });

  it('that is not running refuses every file', async () => {
    const nobody = { path: join(folder, 'nobody.ctl') };
    await expect(scanForViruses({ clamavAddress: nobody }, file, log, never)).rejects.toMatchObject({ code: 'busy' });
  });

  it('can listen on a Unix socket', async () => {
    const local = await startClamdDouble(join(folder, 'clamd.ctl'));
    await scanForViruses({ clamavAddress: local.address }, file, log, never);
    expect(local.seen.map(String)).toEqual([SMALL_CSV.bytes]);
    await local.close();
  });

  it('is not used unless configured', async () => {
    await scanForViruses({ clamavAddress: undefined }, file, log, never);
    expect(clamd.seen).toEqual([]);
  });
});
