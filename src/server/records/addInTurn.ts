import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { addTo, type TabGroup } from './group';
import { findKeptAnswer } from './keptAnswers';
import { keyReused } from './refusals';
import type { Keep, Waiting } from './waiting';

type Db = Kysely<Database>;

/**
 * Works a write out as part of a group, when it is its turn: answered from what is kept where the same request was answered
 * before, and prepared where that takes long.
 *
 * @returns whether it is dealt with, else it has to wait for the group
 */
export function addInTurn(db: Db, group: TabGroup, waiting: Waiting): boolean | Promise<boolean> {
  if (!group.takes(waiting)) return false;
  if (waiting.work.needsAll) return addPrepared(db, group, waiting);
  return addOnce(db, group, waiting);
}

async function addPrepared(db: Db, group: TabGroup, waiting: Waiting): Promise<boolean> {
  try {
    await group.prepare(waiting);
  } catch (error) {
    waiting.reject(error);
    return true;
  }
  return addOnce(db, group, waiting);
}

/** Nearly every write is dealt with at once. */
function addOnce(db: Db, group: TabGroup, waiting: Waiting): boolean | Promise<boolean> {
  const { keep } = waiting;
  return keep === undefined ? addTo(group, waiting) : addUnlessRepeated(db, group, waiting, keep);
}

async function addUnlessRepeated(db: Db, group: TabGroup, waiting: Waiting, keep: Keep): Promise<boolean> {
  try {
    if (await isRepeat(db, waiting, keep)) return true;
  } catch (error) {
    waiting.reject(error);
    return true;
  }
  return addTo(group, waiting);
}

async function isRepeat(db: Db, waiting: Waiting, { caller, key, requestHash }: Keep): Promise<boolean> {
  const { tabId } = waiting.opened;
  const kept = await findKeptAnswer(db, { tabId, caller, key });
  if (kept === undefined) return false;
  if (kept.requestHash !== requestHash) throw keyReused(key);
  waiting.resolve({ kind: 'repeated', answer: kept.answer });
  return true;
}
