import { grid } from '../../../src/app/machine/diagram';
import { previewEvents, type PreviewEvents, type PreviewState } from '../../../src/app/templates/previewStates';
import { previewTransitions } from '../../../src/app/templates/previewTransitions';

it('looking at a template, and using it', () => {
  expect(grid<PreviewState, PreviewEvents>(previewTransitions, previewEvents).split('\n').slice(2)).toEqual([
    '| **closed** | open | · | · | · | · | · | · | · |',
    '| **open** | · | open | closed | copying | · | · | closed | closed |',
    '| **copying** | · | copying | · | · | closed | refused | closed | closed |',
    '| **refused** | · | refused | closed | copying | · | · | closed | closed |',
  ]);
});
