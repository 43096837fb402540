import { grid } from '../../../src/app/machine/diagram';
import { renameEvents, type RenameEvents, type RenameState } from '../../../src/app/projects/renameStates';
import { renameTransitions } from '../../../src/app/projects/renameTransitions';

it('renaming', () => {
  expect(grid<RenameState, RenameEvents>(renameTransitions, renameEvents).split('\n').slice(2)).toEqual([
    '| **closed** | asking | · | · | · | · |',
    '| **asking** | · | saving | · | · | closed |',
    '| **saving** | · | · | closed | refused | · |',
    '| **refused** | · | saving | · | · | closed |',
  ]);
});
