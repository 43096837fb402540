import { newKeyMachine } from '../../../src/app/keys/keysSlice';
import { grid } from '../../../src/app/machine/diagram';

it('a new key; it is shown once, so closing requires a copy', () => {
  expect(grid(newKeyMachine).split('\n')).toEqual([
    '|  | newKeyOpened | newKeySubmitted | keyMade | keyRefused | keyCopied | newKeyClosed |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| **closed** | drafting | · | · | · | · | · |',
    '| **drafting** | · | making | · | · | · | closed |',
    '| **making** | · | · | made | drafting | · | · |',
    '| **made** | · | · | · | · | copied | · |',
    '| **copied** | · | · | · | · | · | closed |',
  ]);
});
