import { grid } from '../../../src/app/machine/diagram';
import { renameSlice } from '../../../src/app/projects/renameSlice';

it('renaming', () => {
  expect(grid(renameSlice).split('\n')).toEqual([
    '|  | renameOpened | renameSubmitted | renameDone | renameRefused | renameClosed | sessionEnded |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| **closed** | asking | · | · | · | · | closed |',
    '| **asking** | · | saving | · | · | closed | closed |',
    '| **saving** | · | · | closed | refused | · | closed |',
    '| **refused** | · | saving | · | · | closed | closed |',
  ]);
});
