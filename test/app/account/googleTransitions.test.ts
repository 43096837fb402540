import { googleEvents, type GoogleEvents, type GoogleState } from '../../../src/app/account/googleStates';
import { googleTransitions } from '../../../src/app/account/googleTransitions';
import { grid } from '../../../src/app/machine/diagram';

it('the connected Google account', () => {
  expect(grid<GoogleState, GoogleEvents>(googleTransitions, googleEvents).split('\n').slice(2)).toEqual([
    '| **loading** | · | ready | failed | · | · |',
    '| **failed** | loading | ready | · | · | · |',
    '| **ready** | · | ready | · | disconnecting | · |',
    '| **disconnecting** | · | ready | · | · | ready |',
  ]);
});
