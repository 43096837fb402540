import { googleSlice } from '../../../src/app/account/googleSlice';
import { grid } from '../../../src/app/machine/diagram';

it('the connected Google account', () => {
  expect(grid(googleSlice).split('\n')).toEqual([
    '|  | googleAsked | googleArrived | googleFailed | disconnectAsked | disconnectRefused | sessionEnded |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| **loading** | · | ready | failed | · | · | loading |',
    '| **failed** | loading | ready | · | · | · | loading |',
    '| **ready** | · | ready | · | disconnecting | · | loading |',
    '| **disconnecting** | · | ready | · | · | ready | loading |',
  ]);
});
