import { setImmediate } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { behindOthers } from '../../src/server/behindOthers';

/** Notes each turn of the event loop until it is told to stop. */
function noteTurns(noted: string[]) {
  let isOver = false;
  const note = () => {
    if (isOver) return;
    noted.push('turn');
    setImmediate(note);
  };
  setImmediate(note);
  return () => (isOver = true);
}

test('one piece of such work is done in each turn, however much of it there is, the first that came first', async () => {
  const noted: string[] = [];
  const stop = noteTurns(noted);
  const work = async (name: string) => {
    for (let piece = 0; piece < 3; piece += 1) {
      await behindOthers();
      noted.push(`${name}${piece}`);
    }
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  stop();
  expect(noted.filter((one) => one !== 'turn')).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  const together = noted.filter((one, at) => one !== 'turn' && at > 0 && noted[at - 1] !== 'turn');
  expect(together).toEqual([]);
});

test('whoever comes when nothing waits has the next turn', async () => {
  await behindOthers();
  await nextTurn();
  let isDone = false;
  void behindOthers().then(() => (isDone = true));
  await nextTurn();
  expect(isDone).toBe(true);
});
