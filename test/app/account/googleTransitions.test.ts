import { googleSlice } from '../../../src/app/account/googleSlice';
import { grid } from '../../../src/app/machine/diagram';

it('the connected Google account', () => {
  expect(grid(googleSlice).split('\n')).toEqual([
    '|  | accountOpened | googleArrived | googleFailed | disconnectAsked | disconnectRefused |',
    '| --- | --- | --- | --- | --- | --- |',
    '| **loading** | · | ready | failed | · | · |',
    '| **failed** | loading | ready | · | · | · |',
    '| **ready** | · | ready | · | disconnecting | · |',
    '| **disconnecting** | · | ready | · | · | ready |',
  ]);
});
