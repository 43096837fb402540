import { createSheetTurns, type SheetTurn } from '../../../../src/server/endpoints/googleWrites/sheetQueue';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';

const test = beforeTests(() => buildTestApp());

/** Creates the turns of two servers on the same database; turns that are not renewed expire after a number of milliseconds. */
const servers = (lifeMs = 30_000) => {
  const times = { lifeMs, renewalMs: 60_000 };
  return { one: createSheetTurns(test.db, times), other: createSheetTurns(test.db, times) };
};

const opened = () => {
  let open = (): void => undefined;
  const wait = new Promise<void>((resolve) => (open = resolve));
  return { wait, open };
};

const keep = (turn: SheetTurn) => test.db.transaction().execute((trx) => turn.lockIn(trx));

it('only one holder works on a spreadsheet at a time, others on other spreadsheets', async () => {
  const { one, other } = servers();
  const begun = opened();
  const gate = opened();
  const done: string[] = [];
  const first = one.hold('sheet 1', async () => {
    begun.open();
    await gate.wait;
    done.push('first');
  });
  await begun.wait;
  const second = other.hold('sheet 1', async () => void done.push('second'));
  await other.hold('sheet 2', async () => void done.push('elsewhere'));
  expect(done).toEqual(['elsewhere']);
  gate.open();
  await Promise.all([first, second]);
  expect(done).toEqual(['elsewhere', 'first', 'second']);
  await expect(one.hold('sheet 1', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await one.hold('sheet 1', async () => 'free again')).toBe('free again');
});

it('the turn of a server that stops responding passes to another, and the first can no longer commit', async () => {
  const { one } = servers(50);
  const { other } = servers();
  const begun = opened();
  const gate = opened();
  const stalled = one.hold('sheet 3', async (turn) => {
    begun.open();
    await gate.wait;
    return keep(turn);
  });
  stalled.catch(() => undefined);
  await begun.wait;
  await other.hold('sheet 3', async (turn) => {
    await keep(turn);
    gate.open();
    await expect(stalled).rejects.toMatchObject({ code: 'busy' });
    await turn.addNote({ id: 'a' });
    await turn.addNote({ noteId: 7 });
    await keep(turn);
  });
  await other.hold('sheet 3', async (turn) => {
    expect(turn.oldNotes).toEqual([{ id: 'a' }, { noteId: 7 }]);
    await turn.removeNotes(turn.oldNotes.slice(0, 1));
  });
  await other.hold('sheet 3', async (turn) => expect(turn.oldNotes).toEqual([{ noteId: 7 }]));
});
