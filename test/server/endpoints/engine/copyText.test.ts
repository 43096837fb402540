import { copyText } from '../../../../src/server/endpoints/engine/copyText';
import { createRoom } from '../../../../src/server/endpoints/engine/room';
import { texts } from './generated/pools';

/** Every lead byte of UTF-8 beside what comes nearest to the bits of a number that is none. */
const edges = ['\u007f', 'ÿ', '\u07ff', '\uffff', '\ud7ff', '\u{10000}', '\u{fffff}', '\u{10ffff}', '\u{3ffff}\u007f'];

function isCopied(bytes: Buffer, start: number, length: number, at: number): boolean {
  const room = createRoom(at + length + 9);
  room.bytes.fill('#');
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = copyText(bytes, words, start, length, room, at);
  const expected = Buffer.alloc(at + length + 9, '#');
  bytes.copy(expected, at, start, start + length);
  return end === at + length && room.bytes.equals(expected);
}

const cases = [...texts, ...edges].map((text) => [JSON.stringify(text), text] as const);

test.each(cases)('%s is copied byte for byte, wherever it begins and ends, and nothing beside it', (_, text) => {
  const bytes = Buffer.from(`${edges.join('')}${text.repeat(1 + 90 / Buffer.byteLength(text))}${edges.join('')}`);
  const whole = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
  const wrong: string[] = [];
  for (let start = 0; start < 16; start += 1) {
    for (const length of [0, 1, 7, 8, 9, 15, 16, 31, 32, 33, 40, 41, 63, 64, 65, whole.length - start]) {
      for (const at of [0, 1, 5]) {
        if (!isCopied(whole, start, length, at)) wrong.push(`${length} from ${start} to ${at}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
