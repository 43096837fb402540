import { streamBody, CHUNK_BYTES } from '../../../../src/server/endpoints/answers/bodies';

const body = Buffer.alloc(3 * CHUNK_BYTES + 5, 'All rows, one after the other. ');

test('a long body is sent in slices, and others have their turn between any two of them', async () => {
  const slices: Buffer[] = [];
  let turns = 0;
  const count = () => {
    turns += 1;
    turning = setImmediate(count);
  };
  let turning = setImmediate(count);
  const turnsAt: number[] = [];
  for await (const slice of streamBody(body)) {
    slices.push(slice as Buffer);
    turnsAt.push(turns);
  }
  clearImmediate(turning);
  expect(Buffer.concat(slices).equals(body)).toBe(true);
  expect(slices.length).toBe(4);
  expect(new Set(turnsAt).size).toBe(slices.length);
});
