import { charactersOf } from '../../../src/server/workbook/charactersOf';

const aligned = (text: string) => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

test('characters are counted, whatever they take and wherever they stand', () => {
  const alphabet = ['a', 'é', '€', '茶', '\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '🫖'];
  for (let length = 0; length < 200; length += 1) {
    const text = Array.from({ length }, (_, at) => alphabet[(at * 7 + length) % alphabet.length]).join('');
    expect(charactersOf(aligned(text))).toBe([...text].length);
  }
});
