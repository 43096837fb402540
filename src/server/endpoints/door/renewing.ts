import { behindOthers } from '../../behindOthers';
import { onNewRows } from '../newRows';
import type { Places } from './places';
import type { Asked } from './readyReplies';
import { makeReady, type RowsParts } from './rowsReply';
import { targetOf } from './target';

interface Renewing {
  readonly parts: RowsParts;
  readonly places: Pick<Places, 'find'>;
  /** Told why an answer could not be made ready: whoever asks for it next is told, too. */
  readonly failed: (error: unknown) => void;
}

/**
 * Makes ready again, whenever a project has new rows, what is asked of it again and again: behind all others, so that whoever asks it
 * next need not wait for that.
 */
export function renewAnswers({ parts, places, failed }: Renewing): void {
  const { reading, ready } = parts;

  async function renew(projectId: string, asked: Asked) {
    // Beside PostgreSQL the server hears of its own change once more, and forgets the project.
    await reading.directory.get(projectId);
    const target = targetOf(asked.url);
    const arrival = target && places.find(target.tab, asked.visitor);
    if (arrival !== undefined) await makeReady(parts, { ...asked, arrival, query: target?.query ?? '' });
  }

  async function renewAll(projectId: string) {
    for (const asked of ready.takeWanted(projectId)) {
      await behindOthers();
      await renew(projectId, asked).catch(failed);
    }
  }

  onNewRows(reading.db, (projectId) => void renewAll(projectId));
}
