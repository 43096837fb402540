import { newKeyMachine, newKeyOpened } from '../../../src/app/keys/keysSlice';
import { grid } from '../../../src/app/machine/diagram';

it('a new key; it is shown once, so closing requires a copy', () => {
  expect(grid(newKeyMachine).split('\n')).toEqual([
    '|  | newKeyOpened | newKeySubmitted | keyMade | keyRefused | keyCopied | newKeyClosed |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| **closed** | drafting | · | · | · | · | · |',
    '| **drafting** | drafting | making | · | · | · | closed |',
    '| **making** | · | · | made | drafting | · | · |',
    '| **made** | · | · | · | · | copied | · |',
    '| **copied** | · | · | · | · | · | closed |',
  ]);
});

it('the form of a project opens although that of another one was left open', () => {
  const left = newKeyMachine.reducer(undefined, newKeyOpened({ projectId: 'left' }));
  expect(newKeyMachine.reducer(left, newKeyOpened({ projectId: 'p1' }))).toEqual({
    phase: 'drafting',
    projectId: 'p1',
  });
});
