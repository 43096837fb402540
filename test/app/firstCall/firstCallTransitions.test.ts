import { firstCallMachine, firstCallPutAside, firstCallSlice } from '../../../src/app/firstCall/firstCallSlice';
import { grid } from '../../../src/app/machine/diagram';

it('the first call; a key that is being created waits for its page', () => {
  expect(grid(firstCallMachine).split('\n')).toEqual([
    '|  | keyWanted | keyArrived | openingWanted | openingDone | refused | firstCallDone | projectLeft |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    '| **idle** | makingKey | · | opening | · | · | · | · |',
    '| **makingKey** | · | keyed | · | · | refused | · | · |',
    '| **keyed** | makingKey | · | opening | · | · | idle | idle |',
    '| **opening** | · | · | · | open | refused | · | · |',
    '| **open** | makingKey | · | opening | · | · | idle | idle |',
    '| **refused** | makingKey | · | opening | · | · | idle | idle |',
  ]);
});

it('is dismissed for each project separately', () => {
  const start = firstCallSlice.reducer(undefined, { type: 'test/start' });
  const aside = firstCallSlice.reducer(start, firstCallPutAside({ projectId: 'p1' }));
  expect(aside.putAside).toEqual(['p1']);
});
