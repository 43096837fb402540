import { formMachine } from '../../../src/app/account/accountSlice';
import { sessionsMachine } from '../../../src/app/account/sessionsMachine';
import { grid } from '../../../src/app/machine/diagram';

it('a form', () => {
  expect(grid(formMachine).split('\n')).toEqual([
    '|  | submitted | refused | accepted |',
    '| --- | --- | --- | --- |',
    '| **idle** | sending | · | · |',
    '| **sending** | · | refused | idle |',
    '| **refused** | sending | · | · |',
  ]);
});

it('the open sessions', () => {
  expect(grid(sessionsMachine).split('\n')).toEqual([
    '|  | accountOpened | sessionsArrived | sessionsFailed | endingAsked | endingRefused | passwordWanted | passwordGiven | endingCancelled |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    '| **loading** | · | ready | failed | · | · | · | · | · |',
    '| **failed** | loading | ready | · | · | · | · | · | · |',
    '| **ready** | · | ready | · | ending | · | confirming | · | · |',
    '| **ending** | · | ready | · | · | ready | confirming | · | · |',
    '| **confirming** | ready | confirming | · | · | · | · | checking | ready |',
    '| **checking** | · | ready | · | · | ready | confirming | · | · |',
  ]);
});
