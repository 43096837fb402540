import { grid } from '../../../src/app/machine/diagram';
import { tryItSlice } from '../../../src/app/tryIt/tryItSlice';

it('the call that is tried', () => {
  expect(grid(tryItSlice).split('\n')).toEqual([
    '|  | requestSent | answerArrived | serverUnreachable | callLeft |',
    '| --- | --- | --- | --- | --- |',
    '| **idle** | sending | · | · | · |',
    '| **sending** | · | answered | unreachable | idle |',
    '| **answered** | sending | · | · | idle |',
    '| **unreachable** | sending | · | · | idle |',
  ]);
});
