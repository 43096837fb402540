import type { FastifyBaseLogger } from 'fastify';
import { virusScans } from '../metrics/counters';
import { withFirstSignal } from '../firstSignal';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { scanFile, type Verdict } from './clamd';

/**
 * Has a file looked at before anything reads or keeps it.
 *
 * @param file its path
 * @param signal aborted when nobody waits for it any more
 * @throws Refusal `unsafe_workbook` for a virus, `busy` where there was no verdict: nothing gets in unseen
 */
export type VirusScan = (file: string, log: FastifyBaseLogger, signal: AbortSignal) => Promise<void>;

/** Milliseconds a verdict may take: the largest upload is scanned in less. */
const PATIENCE = 60_000;

const infected = (virus: string) =>
  new Refusal('unsafe_workbook', `The virus scanner found ${JSON.stringify(virus.slice(0, 100))} in this file.`, {
    hint: 'Nothing of it was kept. Scan the computer that it comes from, and upload a clean copy.',
  });

const unseen = () =>
  new Refusal('busy', 'Files cannot be scanned for viruses at the moment, so this one was not taken.', {
    hint: 'Try again in a minute. If it goes on, tell whoever runs this server.',
    headers: { 'Retry-After': '10' },
  });

/** Looks with the daemon of `CLAMAV_ADDRESS`; where none is set every file passes. */
export function virusScanOf({ clamavAddress }: Pick<Settings, 'clamavAddress'>, patience = PATIENCE): VirusScan {
  if (clamavAddress === undefined) return async () => undefined;
  const address = clamavAddress;

  async function verdictOf(file: string, log: FastifyBaseLogger, signal: AbortSignal): Promise<Verdict> {
    try {
      return await withFirstSignal([signal, AbortSignal.timeout(patience)], (first) => scanFile(address, file, first));
    } catch (error) {
      signal.throwIfAborted();
      virusScans.add({ outcome: 'failed' });
      log.error({ err: error }, 'a file was not scanned for viruses');
      throw unseen();
    }
  }

  return async (file, log, signal) => {
    const { virus } = await verdictOf(file, log, signal);
    virusScans.add({ outcome: virus === undefined ? 'clean' : 'found' });
    if (virus === undefined) return;
    log.warn({ virus }, 'a virus was found in an upload');
    throw infected(virus);
  };
}
