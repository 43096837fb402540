import { codingAccepted, SHORTEST_CODED } from '../answers/coding';
import { entityTagOf, tagAtHand } from '../conditional';
import { versionOfJson } from '../engine/version';
import type { Wishes } from '../findRows';
import { mediaTypes } from '../formats/format';
import type { Arrival } from './places';
import { type Reply, unchangedReply } from './reply';

const BEFORE = '{"data":';

/** Rows longer than this, in bytes, are sent from where they lie. */
const LONGEST_TEXT = 4_096;

/**
 * One row, as `rowAnswer` answers it.
 *
 * @param part names it, as it stands in the address
 * @returns undefined for one that is not there, or there twice, for a long one that is to be compressed, and for whoever does
 * not see all of it
 * @throws URIError when the percent-encoding is broken
 */
export function rowReply({ place, served }: Arrival, part: string, wishes: Wishes): Reply | undefined {
  if (place.view !== '') return undefined;
  const view = served.view();
  const [at, other] = view.find(part.includes('%') ? decodeURIComponent(part) : part);
  if (at === undefined || other !== undefined) return undefined;
  const { revision } = view;
  const row = view.rowJson(at);
  const version = versionOfJson(row);
  const known = wishes.tags === undefined ? undefined : tagAtHand(wishes.tags, version);
  if (known !== undefined) return unchangedReply(place, { etag: known, revision }, false);
  const after = `,"meta":{"revision":${revision}}}`;
  const bytes = BEFORE.length + row.length + after.length;
  if (bytes >= SHORTEST_CODED && codingAccepted(wishes.coding) !== 'identity') return undefined;
  const own = `content-type: ${mediaTypes.json}\r\nx-tabpoint-revision: ${revision}\r\n`;
  const etag = entityTagOf(version, 'identity');
  return {
    status: 200,
    fields: `${place.fields}${own}etag: ${etag}\r\ncontent-length: ${bytes}\r\n`,
    pieces: row.length > LONGEST_TEXT ? [BEFORE, row, after] : [BEFORE + row.toString('latin1') + after],
    fromCache: false,
  };
}
